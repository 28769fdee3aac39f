"""How the languages that were kept in code pages look: the letters they use, the words and signs they use most.

What tells one code page from another is not the bytes but whether they make words. The alphabets are those of the
orthographies; the words are each language's commonest.
"""

from typing import NamedTuple


class Language(NamedTuple):
    """Its lower-case letters beyond ASCII, those of them used most, its commonest words; has it ASCII letters too."""

    letters: frozenset[str]
    common: frozenset[str]
    words: frozenset[str]
    is_latin: bool


def _latin(common: str, rare: str, words: str) -> Language:
    return Language(frozenset(common + rare), frozenset(common), frozenset(words.split()), is_latin=True)


def _other(common: str, rare: str, words: str = "") -> Language:
    return Language(frozenset(common + rare), frozenset(common), frozenset(words.split()), is_latin=False)


def _range(first: str, last: str) -> str:
    return "".join(map(chr, range(ord(first), ord(last) + 1)))


WESTERN = (
    _latin("éèàçöüïñóáíâêôä", "ëîùúûæœ", "the of and to in is that for it with as be on not are this by or from a an"),
    _latin(
        "üäö", "ßé", "der die das und ist nicht von mit den ein eine im zu auf des dem werden sich wird oder in für"
    ),
    _latin("éèàê", "âæçëîïôœùûüÿ", "le la les des de est une un et dans que pour qui pas sur par au du ne en ou à ce"),
    _latin("óíáéñ", "úüªº", "el la los las de que y en un una por con no para se del al es lo como o más"),
    _latin("ãçáéíó", "àâêôõúüªº", "o a os as de que e em um uma por com para se do da no na ao dos ou não é são"),
    _latin("èàùòì", "éíîóúªº", "il la di che e un una per con non si del della dei le nel alla gli sono o è può"),
    _latin("äåö", "é", "och att det som en av den med inte till ett om har han de var eller ska är för på"),
    _latin("øåæ", "éôòü", "og at det som en av den med ikke til et om har de er i eller skal for på så å"),
    _latin("éëï", "áíóöüèê", "de het een van en in is dat op te zijn met voor niet aan er om of die één"),
    _latin("áðíóþö", "éúýæ", "og að er sem um til ekki en var hann af eru hefur fyrir við í á það"),
    _latin("ä", "öåšž", "ja on ei se joka oli ovat tai kun mutta voi sen mukaan että myös"),
    _latin("óàéè", "áíïòúüç·", "el la els les de que i en un una per amb no es del al com o és"),
)
CENTRAL = (
    _latin("łęąóż", "ćńśź", "i w na z do jest nie od o przez oraz dla po za lub ze jak dnia się są być"),
    _latin("íáéěřčž", "ďňóšťúůý", "a v na je se do z o pro od za k po nebo jako by s ve jsou že být při"),
    _latin("áíéčýž", "äďĺľňóôŕšťú", "a v na je sa do z o pre od za k po alebo ako by s vo že byť pri"),
    _latin("áéöőó", "íúüű", "a az egy nem hogy is meg van ez vagy csak mint el ha kell lehet és"),
    _latin("čšž", "ćđ", "i u na je se da za od o s ne su ili kao iz po bi uz nije može"),
    _latin("ăîţş", "â", "de la cu pe nu care din este un o sau mai prin pentru au fi ale în şi să"),
)
TURKISH = (_latin("ıüşğö", "çİâîû", "bir ve bu ile de da olarak daha gibi veya ne en kadar sonra her olan için"),)
BALTIC = (
    _latin("ėšųžįū", "ąčę", "ir kad su yra iki buvo kaip per nuo tai arba bei dienos ne jo už iš į"),
    _latin("āīēš", "čģķļņūž", "un ir ka no par ar uz tas kas bet vai bija kurs var gada līdz"),
    _latin("äõüö", "šž", "ja on ei et see ning kui oli mis ka ta aga või oma selle"),
)
CYRILLIC = (
    _other("оеаинтсрв", _range("а", "я") + "ё", "и в не на с что для по от к о при или за из как это его является"),
    _other("оаинвіетр", "бгґдєжзїйклмпсуфхцчшщьюя", "і в не на з що для по від до та або за із як це у про"),
    _other("аоеитнсрв", "бгджзйклмпуфхцчшщъьюя", "и в не на с за от по да се или е са при към като"),
    _other("аоеинрстј", "бвгдђжзклљмњпћуфхцчџш", "и у не на са за од по да се или је су при као"),
    _other("аніероўст", "бвгдёжзйклмпуфхцчшыьэюя", "і у не на з што для па ад да або за як гэта"),
)
GREEK = (_other("αοιετσνηρ", "ΐς" + _range("ά", "ώ"), "και το η ο του της να με σε για από είναι την που δεν"),)
HEBREW = (_other("יוהלאתמרב", _range("ְ", "ׂ") + _range("א", "ת"), "של את על לא הוא עם זה או כי גם"),)
ARABIC = (_other("اليمنرتوب", _range("ء", "ْ") + "پچژگ", "في من على إلى أن لا هو هي عن مع أو ما"),)
THAI = (_other("านรกเองวท่", _range("ก", "ฺ") + _range("เ", "๛")),)

# Scripts without letters of few shapes: what most of a text consists of, whatever it is about.
JAPANESE = frozenset(_range("ぁ", "ん") + _range("ァ", "ー"))
CHINESE = frozenset(
    "的一是不了在有人这這上大来來和我个個中地为為们們到以说說时時要就出会會可也你对對生能而子那得于於自之后後作"
    "天月日年内內将將应應本其与與及或由第条條款定规規所无無三四五六七八九十方公司用行法过過国國分请請给給还還"
)
KOREAN = frozenset("이다는의에을를가은로하고지기한니습도서사인시대해자리어그나있수일정부과전제여")
