"""Words that turn a statement round or make an exception from it."""

import re
from collections.abc import Iterator
from functools import lru_cache

from citeledger.core.vocabulary.words import Words, word_list

_NEGATIONS = word_list(
    r"not|no|never|none|neither|nor|cannot|without|unless|except|excepting|excluding|nothing|nobody|nowhere|.*n't"
    r"|nicht|nichts|kein|keine[nmrs]?|nie|niemals|niemand|ohne|weder|ausser|ausgenommen"
    r"|ne|n'.*|pas|sans|jamais|aucune?|rien|ni|sauf|hormis|excepté"
    r"|nunca|jamás|sin|ninguna?|ningún|nada|nadie|salvo|excepto|não|nem|sem|nenhuma?|exceto"
    r"|non|mai|senza|nessuna?|nessuno|niente|né|tranne|eccetto|niet|geen|nooit|zonder|tenzij|behalve"
    r"|inte|ikke|ingen|aldrig|aldri|utan|uden|uten|nie|nigdy|bez|żaden|chyba|oprócz|değil.*|hayır|asla|hariç"
    r"|не|нет|ни|без|нельзя|никогда|никто|ничто|ничего|кроме|ні|немає|крім|δεν|δε|μην|μη|όχι|χωρίς|ούτε|ποτέ|εκτός"
    r"|لا|لم|لن|ليس|ليست|غير|دون|بدون|إلا|عدا|ولا|ولم|ولن|باستثناء|سوى|نه|مگر|جز|نمی.*|نیست"
    r"|לא|אין|אינו|אינה|אינם|אינן|בלי|ללא|אלא|למעט|מלבד|ולא"
    r"|❌|❎|✗|✘|✖|🚫|⛔|👎|☒"
    r"|नहीं|न|मत|बिना|सिवाय?|छोड\u093cकर|अलावा|मना|不|没|沒|無|无|未|非|勿|莫|别|別|除|안|못|아닌|.*(?:않|없|아니|말|제외).*"
)
# The same in scripts without spaces, where each letter is a token.
_NEGATIONS_IN_LETTERS = re.compile("ない|せん|なかっ|なく|ずに|ไม่|ม่ไ|ห้าม|มิ|เว้นแต่|ยกเว้น")

_DO = frozenset(("do", "does", "did"))


def negates_in_letters(letters: str) -> bool:
    """Whether letters of a script without spaces do, joined."""
    return not letters.isascii() and _NEGATIONS_IN_LETTERS.search(letters) is not None


def is_negation_of(one: Words, other: Words) -> bool:
    """Whether two sequences of tokens are the same but for words that negate."""
    return one != other and _affirmed(one) == _affirmed(other)


def is_denial_of(one: Words, other: Words) -> bool:
    """Whether one of two clauses denies the other one, with the verbs that English needs for it: "does not pay"."""
    said, says = ([*_spelt(words)] for words in (one, other))
    plain, plainly = ([word for word in words if word not in _DO and not negates(word)] for words in (said, says))
    return plain == plainly and [*filter(negates, said)] != [*filter(negates, says)]


def _spelt(words: Words) -> Iterator[str]:
    for word in map(str.casefold, words):
        yield from ("can", "not") if word == "cannot" else (word,)


def _affirmed(words: Words) -> list[str] | str:
    """What is said without the words that negate: in scripts without spaces, without the letters that do."""
    plain = [value for value in words if not negates(value)]
    letters = "".join(plain)
    return plain if letters.isascii() else _NEGATIONS_IN_LETTERS.sub("", letters)


@lru_cache(maxsize=4096)
def negates(value: str) -> bool:
    """Whether a token turns a statement round or makes an exception from it."""
    return _NEGATIONS.fullmatch(value.casefold()) is not None
