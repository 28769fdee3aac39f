"""Numbers in digits and in words, and the words and signs beside them that make a bound of one, or another one."""

import re
from functools import lru_cache

from citeledger.core.vocabulary.words import Words, word_list

_LETTERS = 8  # of a script without spaces that may bound a number
# Words beside a number that make a bound, an interval, its negative or another one of it.
_LIMITS = word_list(
    r"least|most|up|to|more|less|fewer|over|under|above|below|exceeding|minimum|maximum|min|max|until|till|before|after"
    r"|average|averaging|typically|usually|normally|starts|starting|twice|thrice|double|triple|doppelte?|dreifache?|doble|doppio|nearly|almost|about|around|approximately|roughly|between|than|every|half|another|later|earlier|newer|older|higher"
    r"|lower|greater|larger|smaller|onwards?|upwards?|downwards?|beyond|minus|negative"
    r"|mindestens|höchstens|maximal|minimal|bis|über|mehr|weniger|ab|nach|vor|knapp|rund|etwa|circa|ca|zwischen|je"
    r"|neuer|älter|später|früher|höher|niedriger|aufwärts|abwärts|negativ"
    r"|moins|plus|jusqu'.*|avant|après|environ|entre|dès|sous|menos|más|máximo|mínimo|hasta|antes|después|desde|sobre"
    r"|ultérieure?s?|antérieure?s?|récente?s?|anciens?|anciennes?|supérieure?s?|inférieure?s?|posterior(?:es)?"
    r"|anterior(?:es)?|superior(?:es)?|inferior(?:es)?"
    r"|meno|più|massimo|minimo|fino|prima|dopo|oltre|entro|almeno|mais|até|depois|após|cerca"
    r"|successiv[aeio]|precedent[ei]|superior[ei]|inferior[ei]"
    r"|minstens|hoogstens|minimaal|maximaal|tot|meer|minder|boven|onder|voor|na|ongeveer|tussen|vanaf"
    r"|nieuwere?|oudere?|hogere?|lagere?|hoger|lager|minst|högst|ungefär|före|efter|mindst|højst|før|senare|tidigare"
    r"|najmniej|najwyżej|ponad|poniżej|przed|około|nowsz[aey]|starsz[aey]"
    r"|минимум|максимум|менее|более|свыше|около|до|после|от|выше|ниже|новее|старше|позднее|позже|ранее|раньше|минус|мінус"
    r"|τουλάχιστον|πολύ|μείον|πριν|μετά|أكثر|أقل|قبل|بعد|حوالي|ناقص|سالب|לפחות|יותר|פחות|לפני|אחרי|מינוס"
    r"|कम|अधिक|लगभग|पहले|बाद|तक|이상|이하|미만|초과|이내|최소|최대|영하|마이너스"
    r"|至|少|最|多|超|过|過|约|約|満|满|上|下|内|前|后|後|低|高",
)
_LIMITS_IN_LETTERS = re.compile("マイナス|氷点|零下|ติดลบ|อย่างน้อย|ไม่เกิน|มากกว่า|น้อยกว่า")
_NUMBER_WORDS = word_list(
    r"twice|thrice|zweimal|dreimal|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty"
    r"|ninety|hundred|thousand|million|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|\w+zehn|\w+zig|hundert"
    r"|tausend|deux|trois|quatre|cinq|sept|huit|neuf|dix|onze|douze|quinze|vingt|trente|cent|mille|dos|tres|cuatro|cinco"
    r"|seis|siete|ocho|nueve|diez|doce|quince|veinte|treinta|cien|mil|due|tre|quattro|cinque|sei|sette|otto|nove|dieci"
    r"|dois|duas|três|oito|dez|twee|drie|vijf|zes|zeven|negen|tien|два|две|три|четыре|пять|шесть|семь|восемь|девять"
    r"|десять|двадцать|тридцать|сто|тысяча|δύο|τρεις|πέντε|δέκα|خمسة|عشرة|ثلاثة|חמישה|עשרה|शून्य|दो|तीन|पाँच|दस"
)
_BEFORE_NUMBERS = frozenset("-<>≤≥≠≈~")
_NUMERIC = re.compile(r".*\d|[%‰°$€£¥₹+−±×-]\Z|[一二三四五六七八九十百千万萬億亿零〇両两]\Z", re.DOTALL)


def numbers_in(words: Words) -> Words:
    """The numbers and the signs of amounts among these tokens, in their order; some are signs before a number only."""
    numeric = [is_numeric(value) for value in words]
    pairs = zip(words, numeric, [*numeric[1:], False], strict=True)
    return tuple(value for value, counts, is_sign in pairs if (is_sign if value in _BEFORE_NUMBERS else counts))


@lru_cache(maxsize=4096)
def is_numeric(value: str) -> bool:
    """Whether a token holds a digit, or is a numeral or the sign of an amount."""
    return _NUMERIC.match(value) is not None


def bounds(words: Words, *, within: int) -> list[str]:
    """What the last of these words say of from where or up to where a number counts: `within` so many tokens."""
    letters = "".join(words[-_LETTERS:])
    found = [] if letters.isascii() else _LIMITS_IN_LETTERS.findall(letters)
    return sorted([*filter(_limits, words[-within:]), *found])


@lru_cache(maxsize=4096)
def _limits(value: str) -> bool:
    return _LIMITS.fullmatch(value.casefold()) is not None


@lru_cache(maxsize=4096)
def counts(value: str) -> bool:
    """Whether a token is a number, in digits or in words."""
    return any(map(str.isdigit, value)) or _NUMBER_WORDS.fullmatch(value.casefold()) is not None


def is_written_out(value: str) -> bool:
    """Whether a number is one in words, which another one may be said with: "five" of "twenty five"."""
    return value.isalpha() and counts(value)
