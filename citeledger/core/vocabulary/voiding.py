"""Words that say of what stands with them that it does not hold, or only on a condition: "Repealed:", "unless".

They count where they are said of a passage: in its sentence before and behind it, in a sentence of a few words or a
bracket beside it; `titles` asks for them in the headings and leads above it.
"""

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from citeledger.core.vocabulary.contrasts import is_time_or_place
from citeledger.core.vocabulary.function_words import PREPOSITIONS
from citeledger.core.vocabulary.negations import negates
from citeledger.core.vocabulary.quantities import counts
from citeledger.core.vocabulary.stops import COLONS, FULL_STOPS
from citeledger.core.vocabulary.words import Words, word_list

_VOIDS = word_list(
    r"repealed|superseded|obsolete|deprecated|archived?|archives|drafts?|proposals?|proposed|rejected|revoked|withdrawn"
    r"|abolished|outdated|expired|former|formerly|old|historical|historic|legacy|discontinued|cancell?ed|void|invalid"
    r"|don'ts|forbidden|prohibited|banned|disallowed|verboten.*|untersagt.*|interdite?s?|défendue?s?|prohibid[oa]s?"
    r"|vietat[oaie]|proibid[oa]s?|verboden|förbjud.+|forbud.*|forbudt|zakazan[yae]|yasak.*|запрещ.+|απαγορ.+|ممنوع.*"
    r"|אסור.*|वर्जित|false|wrong|incorrect|untrue|myths?|wrongly|fiction|fictional|fictitious|imaginary|hypothetically"
    r"|theoretically|hypothetisch|fiktiv.*|alleged|allegedly|example|hypothetical|suspended|lapsed|rescinded|annulled"
    r"|retired|withdrew|vetoed|overruled|overturned|declined|deleted|terminated|nullified|inactive|defunct"
    r"|replaced|disputed|unconfirmed|tbd|tba|counterexamples?|antipatterns?|gestrichen.*|entf[aä]ll.*|weggefallen.*"
    r"|hinfällig.*|removed|unsupported|unmaintained|abandoned|entfernt.*|supprimée?s?|eliminad[oa]s?|rimoss[oaie]"
    r"|removid[oa]s?|verwijderd|aufgehoben.*|veraltet.*|überholt.*|archiv|entw[uü]rfe?|vorschl[aä]ge?|abgelehnt.*"
    r"|widerrufen.*|ungültig.*|frühere?[rnms]?|ehemals|ehemalige?[rnms]?|alte[rnms]?|bisherige?[rnms]?|falsch|unwahr"
    r"|abgelaufen.*|außer|abrog[ée]+s?|obsolètes?|brouillons?|projets?|propositions?|rejet[ée]+s?|retir[ée]+s?|anciens?"
    r"|anciennes?|autrefois|faux|fausses?|périm[ée]+s?|caducs?|caduques?|annul[ée]+s?|derogad[oa]s?|obsolet[oaie]s?"
    r"|archivos?|borrador(?:es)?|propuestas?|rechazad[oa]s?|antigu[oa]s?|anteriormente|fals[oaie]s?|vencid[oa]s?"
    r"|anulad[oa]s?|revogad[oa]s?|arquivos?|rascunhos?|propostas?|rejeitad[oa]s?|abrogat[oaie]|bozz[ae]|vecchi[oae]?"
    r"|archivio|superat[oaie]|decadut[oaie]|vervallen|verouderde?|archief|ontwerp|concept|voorstel|afgewezen"
    r"|ingetrokken|oude?|vroeger|onjuist|onwaar|upphävd.*|föråldra.+|arkiv|utkast|förslag|forslag|avvisad|gammal"
    r"|gaml[ae]|tidigare|tidligere|falskt?|ugyldig.*|ophævet|opphevet|udkast|uchylon[yae]|nieaktualn[yae]|archiwum"
    r"|projekt|propozycj[ae]|odrzucon[yae]|star[ey]|dawn[yei]|fałsz|nieprawda|mülga|eski|arşiv|taslak|öneri|reddedildi"
    r"|yanlış|geçersiz|отмен[её]н.*|утратил.*|устаре.+|архив.*|черновик.*|проект|предложени[ея]|отклон[её]н.*"
    r"|стар(?:ые|ая|ый|ое)|прежн.+|бывш.+|неверно|ложь|неправда|недействител.+|архів|чернетка|скасован.*|застаріл.*"
    r"|καταργ.+|παλι.+|αρχείο|σχέδιο|πρόταση|ψευδ.+|απορρίφθηκε"
    r"|[وفبكل]?(?:ا?ل)?(?:ملغ.*|منسوخ.*|قديم.*|أرشيف|مسود.+|اقتراح|مقترح|مرفوض.*|خطأ|باطل.*|سابق.*)"
    r"|[ושהכלב]{0,3}(?:בוטל.*|ישן|ישנים|ישנות|ארכיון|טיוטה|הצעה|נדחה|שגוי)|לשעבר"
    r"|निरस्त|पुरान.+|मसौदा|प्रस्ताव|अस्वीकृत|गलत|अभिलेखागार|폐지.*|초안|제안|보관됨|보관처리.*|거부.*|틀린"
)
_VOIDS_IN_LETTERS = re.compile(
    "废止|廢止|作废|作廢|失效|旧|舊|草案|草稿|提案|存档|归档|错误|廃止|下書き|却下|誤り|ยกเลิก|ร่าง|เก่า|ข้อเสนอ|假如|如果|除非|但|禁止|금지"
    "|以前の|かつて|従来の|กฎเดิม|แต่เดิม|เดิมที|ยกเว้น|เว้นแต่"
)
_CONDITIONS = word_list(
    r"exceptions?|ausnahmen?|excepción|excepciones|eccezion[ei]|exceção|exceções|uitzondering|undantag|undtagelse"
    r"|unntak|wyjątkiem|исключени\w+|винятк\w+|εξαίρεση|استثناء|חריג|अपवाद"
    r"|if|only|optional|optionally|past|once|subject|provided|permission|approval|where|conditions?|long|extent|bedingung|condition"
    r"|condición|condizione|condição|условии|بشرط|provided|when|whenever|until|wenn|falls|sofern|soweit|nur|bis|si"
    r"|seulement|lorsque|quand|pourvu|solo|sólo|cuando|siempre|se|soltanto|apenas|quando|als|indien|alleen|если|только"
    r"|когда|إذا|فقط|אם|רק|यदि|केवल|जब|अगर"
)
# What says of something that it holds for some, or in some cases, and no more.
ONLY = (
    r"only|solely|exclusively|nur|ausschließlich|uniquement|seulement|exclusivement|sólo|solo|solamente|únicamente"
    r"|unicamente|soltanto|somente|apenas|alleen|slechts|uitsluitend|endast|kun|tylko|только|лишь|μόνο|فقط|רק|केवल"
    r"|sadece|yalnızca|.*에만|.*에게만"
)
# What a sentence of a few words begins with that restricts the one beside it: "Only on Sundays.", "Exceptions apply."
_EXCEPTING = word_list(
    rf"{ONLY}|exceptions?|provided|providing|unless|until|ausnahmen?|vorausgesetzt|sofern|sauf|salvo|mits|tenzij"
    r"|excepciones|eccezioni|exceções|uitzonderingen|исключения|εξαιρέσεις"
)
_EXCEPTING_IN_LETTERS = re.compile("仅限|僅限|只限|のみ|に限る|に限り|เฉพาะ")
# What one begins with that says when or for whom the one beside it holds: "Valid until 2023.", "Applies to site B."
_HOLDING = word_list(
    r"valid|effective|applicable|appl(?:y|ies)|holds|gültig|gilt|gelten|wirksam|valables?|applicables?|vigentes?"
    r"|válid[oa]s?|aplicable|valid[oaie]|vale|geldig|geldt|gäller|gælder|gjelder|действует|действительно|ισχύει"
)
# And what takes it back in several words.
_PHRASES = re.compile(
    r"out of (?:date|force|use)|to be (?:confirmed|decided|determined|verified|agreed)|just kidding|on hold"
    r"|under (?:review|revision|discussion|consideration)|(?:pending|awaiting) (?:approval|review)|struck out|n / a"
    r"|scheduled for (?:removal|deletion)|reference only|please ignore"
    r"|(?:the )?(?:opposite|contrary|reverse) (?:holds|applies|is true|is the case|is correct)"
    r"|das gegenteil (?:gilt|ist wahr|stimmt|ist richtig)"
    r"|le contraire est vrai|lo contrario es cierto|è vero il contrario|il contrario è vero|het tegendeel is waar"
    r"|(?:верно )?обратное(?: верно)?"
)
_FOR_EXAMPLE = re.compile(  # behind a comma or a dash
    r"[^\w.!?]*(?:for (?:example|instance)|zum beispiel|par exemple|por ejemplo|per esempio|por exemplo|bijvoorbeeld"
    r"|например)\b"
)
_NARROWS = 6  # tokens of a bracket at most that may say of whom alone a sentence holds: "Dogs (small ones)"
_LED_IN = 5  # tokens in which it is said, dashes and "as an" before it counted
_NOT_FIRST = frozenset(("Long", "Past"))  # bind in the middle of a condition only: "as long as", "past the gate"
_ELIDED = re.compile(r"(?:[cdjlmnst]|qu|un|all|dall|dell|nell|sull)['’]")  # written onto a word: "l'ancienne"
CLOSE = 12  # tokens on either side
_FEW = 5  # tokens of a sentence that says nothing but what becomes of the one beside it
_LABEL = 2  # tokens of one that names its passage: "Example:"
DIVIDES = (":", ":", ":")  # what opens a division in some dialects of Markdown
_OPENING, _CLOSING = frozenset("([（［【"), frozenset(")]）］】")
_BRACKETS = _OPENING | _CLOSING
_SHUT = _BRACKETS | {"}"}  # a bracket is judged by what it says, a list of attributes by what it does


def is_voided(was: Words, now: Words, *, is_ended: bool) -> bool:
    """Whether the words on one side of a passage, the nearest first, void or bind it on one side of a change only.

    `is_ended` says that the passage begins or ends its sentence itself on that side. Where its sentence went on before
    and still does, an edit there is beside the passage.
    """
    if was == now:
        return False
    are_brackets = bool(was and was[0] in _BRACKETS) or bool(now and now[0] in _BRACKETS)
    if are_brackets and _bracket(was, is_ended=is_ended) != _bracket(now, is_ended=is_ended):
        return True
    if is_ended:
        added = _few(now)
        return bool(added and Counter(added) - Counter(_few(was)))
    parts = [_sentence(words) for words in (was, now)]
    return not all(parts) and any(map(_binding, parts))


def remarks(behind: Words) -> bool:
    """Whether words that a sentence goes on with only tell more of what it said: a bracket, ", which …", an example.

    A bracket of a few words may narrow it. None of its words may void it, bind it, or say how much, when or where.
    """
    is_bracket = len(behind) > _NARROWS and behind[0] in _OPENING and behind[-1] in _CLOSING
    is_aside = is_bracket or behind[:2] == (",", "which") or illustrates(behind)
    limits = (counts(value) or is_time_or_place(value.casefold()) for value in behind)
    return is_aside and not _binding(behind) and not any(limits)


def illustrates(behind: Words) -> bool:
    """Whether words that a sentence goes on with begin by saying that an example follows: "for example, when"."""
    return _FOR_EXAMPLE.match(" ".join(behind[:_LED_IN]).casefold()) is not None


def is_bound_anew(before: Words, before_now: Words) -> bool:
    """Whether the sentence of a passage begins with a condition on one side only: "Unless agreed otherwise, guests".

    The words before the passage come last one first. What binds it further on in its sentence is edited beside it.
    """
    was, now = (_sentence(words)[::-1] for words in (before, before_now))
    if CLOSE in (len(was), len(now)):  # its beginning is further off
        return False
    opened, opened_now = (Counter(map(str.casefold, _opening(words))) for words in (was, now))
    said, said_now = (Counter(map(str.casefold, words)) for words in (was, now))
    return bool(opened_now - said or opened - said_now)


def _opening(words: Words) -> Iterator[str]:
    """What binds in the clause before the first comma of a sentence; without one, in its first word."""
    clause = words[: words.index(",")] if "," in words else words[:1]
    yield from (word for word in clause[:1] if negates(word))
    yield from (word for word in (*clause[:2], *clause[2:][-1:]) if word not in _NOT_FIRST and binds(word))


def is_led_in(before: Words) -> bool:
    """Whether words of its own sentence stand before a passage: they may say of whom, when or whether it holds.

    A label in capitals ("Opening Hours:", "Note:") only names what is said, unless it says where or for whom
    ("In France:").
    """
    own = _sentence(before)
    if not own or own[0] in _SHUT or own[1:4] == DIVIDES:
        return False
    return own[0] not in COLONS or own[-1].casefold() in PREPOSITIONS or any(word.islower() for word in own)


def ends(value: str) -> bool:
    """Whether a sentence ends with this token."""
    return value in FULL_STOPS


def is_short(length: int) -> bool:
    """Whether a sentence of so many tokens, its stop counted, says nothing but what becomes of the one beside it."""
    return length <= _FEW + 1


def _bracket(words: Words, *, is_ended: bool) -> Counter[str]:
    """What a bracket beside a passage says of it; one in the sentence that ends before the passage is of that one."""
    words = words[1:] if words[:1] == (",",) else words
    if not words or words[0] not in _BRACKETS:
        return Counter()
    stop = next((at for at, value in enumerate(words[1:], 1) if value in _BRACKETS), 0)
    is_of_another = is_ended and words[0] in _CLOSING and any(not ends(value) for value in words[stop + 1 : stop + 2])
    return Counter() if is_of_another else _binding(words[:stop])


def _few(words: Words) -> list[str]:
    """What a sentence of a few words beside a passage says of it."""
    few = _sentence(words[: _FEW + 1])
    if len(few) > _FEW:
        return []
    edges = {*few[:1], *few[-1:]}  # its first word is one of these, on either side
    begun = (value for value in map(str.casefold, filter(_begins, edges)) if _HOLDING.fullmatch(value))
    return [*_taking_back(few), *filter(_EXCEPTING.fullmatch, map(str.casefold, edges)), *begun, *_in_words(few)]


def _begins(value: str) -> bool:
    """Whether a sentence may begin with this token."""
    return value[0].isupper() or not value[0].islower()


def _in_words(few: Words) -> Iterator[str]:
    """What takes back in several words, or in letters, of a sentence that may come in either order."""
    for words in (few, few[::-1]):
        yield from _PHRASES.findall(" ".join(words).casefold())
        yield from _EXCEPTING_IN_LETTERS.findall("".join(words))


def _sentence(words: Words) -> Words:
    for at, value in enumerate(words):
        if value in FULL_STOPS:
            return words[:at]
    return words


def _binding(words: Words) -> Counter[str]:
    return Counter((*_taking_back(words), *(value.casefold() for value in words if binds(value))))


def _taking_back(words: Words) -> Iterator[str]:
    """The words of a sentence or bracket that void what it is said of; "see the example" only sends to one."""
    yield from (word for word in voiding(words) if word != "example" or len(words) <= _LABEL)


def voiding(words: Words) -> Iterator[str]:
    """The words among these that say that something does not hold, any more or at all."""
    yield from (value.casefold() for value in words if voids(value) or negates(value))
    if not all(map(str.isascii, words)):
        for letters in (words, words[::-1]):  # they come in either order
            yield from _VOIDS_IN_LETTERS.findall("".join(letters))


@lru_cache(maxsize=1 << 16)  # asked of every word of a text
def voids(value: str) -> bool:
    """Whether a token says that something does not hold any more, or not yet."""
    return _is_one_of(_VOIDS, value)


@lru_cache(maxsize=1 << 16)
def binds(value: str) -> bool:
    """Whether a token makes a condition of what follows it."""
    return _is_one_of(_CONDITIONS, value)


def _is_one_of(words: re.Pattern[str], value: str) -> bool:
    """Whether a token is one of these words, whatever is written onto it."""
    folded = value.casefold()
    elided = _ELIDED.match(folded)
    return words.fullmatch(folded, elided.end() if elided else 0) is not None
