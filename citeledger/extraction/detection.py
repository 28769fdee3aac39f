"""Which code page bytes were written in that say nothing about it, judged by the text each would make.

A reading counts only if its words look like words of one language. Two readings that both do, and say different
things, are no answer: a wrong letter in a frozen text is worse than a file refused.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

from citeledger.extraction import languages
from citeledger.extraction.extracted import Unreadable
from citeledger.extraction.languages import Language

_LEAST_COMMON = 0.08  # share of commonest signs below which a Chinese, Japanese or Korean reading is chance
_SAMPLE = 50_000  # bytes that are judged: more make no reading surer
_SIGNS = "\xa0\xad€‚„…†‡‰‹‘’“”•–—™›¡¢£¥§©«®°±²³´µ¶¹»¼½¾¿×÷№‎‏،؛؟־׳״、。「」『』・！？：；，（）《》〈〉【】〜～　％"
_WORD = re.compile(rf"(?:[A-Za-z]|[^\x00-\x7f{_SIGNS}])+")
# Between two letters these are never right: there they are letters of another code page.
_SPLITS_WORD = re.compile(r"(?<=[^\W\d_])[¡¢£¥§©«®°±²³´¶¹»¼½¾¿×÷…†‡‰№](?=[^\W\d_])|[¹²³¼½¾](?=[^\W\d_])")
_BEYOND_ASCII = re.compile(rb"[\x80-\xff]")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f]")
_BETWEEN_ASCII = re.compile(r"(?<=[A-Za-z])[\u3040-\uffdc](?=[A-Za-z])")


class Reading(NamedTuple):
    """Bytes read as one code page, and how likely that is: 0 for hardly, 1 and more for words of a language."""

    encoding: str
    text: str
    likelihood: float


def detect(data: bytes) -> Reading:
    """The one likely reading of `data`. Raises Unreadable when there is none, or two that say different things."""
    telling = _telling(data)
    readings = [reading for page in _CODE_PAGES if (reading := _reading(data, telling, *page))]
    best = max(readings, key=lambda reading: reading.likelihood, default=None)
    if best is None:
        raise Unreadable
    others = [reading.likelihood for reading in readings if reading.text != best.text]
    if others and best.likelihood - max(others) < _least_lead(data):
        raise Unreadable
    return next(reading for reading in readings if reading.text == best.text)


def _telling(data: bytes) -> bytes:
    """The first lines that are not ASCII: no code page here uses the byte of a line end for anything else."""
    return b"\n".join(line for line in data.split(b"\n") if not line.isascii())[:_SAMPLE]


def _least_lead(data: bytes) -> float:
    """By how much a reading must be likelier than any that says something else: the more, the less there is to see."""
    return 0.1 + 1.2 / max(1, len(_BEYOND_ASCII.findall(data)))


def _reading(
    data: bytes, telling: bytes, encoding: str, codec: str, likelihood: Callable[[str], float]
) -> Reading | None:
    try:
        text = data.decode(codec)
    except UnicodeDecodeError:
        return None
    found = -1 if _CONTROL.search(text) else likelihood(telling.decode(codec, "ignore"))
    return Reading(encoding, text, found) if found >= 0 else None


def _alphabetic(spoken: tuple[Language, ...]) -> Callable[[str], float]:
    """Likelihood of a reading as one of the languages of a code page."""

    def likelihood(text: str) -> float:
        found = _WORD.findall(text)
        words = [word for word in found if len(word) > 1 or word.isascii()]
        beyond = Counter(word for word in found if not word.isascii())
        split = len(_SPLITS_WORD.findall(text))
        return max(_purity(beyond, split, language) + _commonness(words, language) for language in spoken)

    return likelihood


def _purity(words: Counter[str], split: int, language: Language) -> float:
    """Above 1 if all letters beyond ASCII are common in this language, 1 if rare, less with every one it has not."""
    total = strange = common = 0
    # A letter alone may be a sign in another code page; signs alone are what most code pages agree upon.
    longer = {word: count for word, count in words.items() if len(word) > 1 or not word.isalpha()}
    if not longer and not split:
        return 0.5 if words else 2
    for word, count in longer.items():
        letters = [letter for letter in word if not letter.isascii()]
        total += count * len(letters)
        strange += count * _strange(word, letters, language)
        common += count * sum(letter.lower() in language.common for letter in letters)
    return 1 + (common - 4 * (strange + split)) / (total + split)


def _strange(word: str, letters: list[str], language: Language) -> int:
    """How many of the letters of a word do not belong there; all of them if it is no word of the language's script."""
    if not _has_shape(word) or not (language.is_latin or len(letters) == len(word)):
        return len(letters)
    return sum(not {letter, letter.lower()} & language.letters for letter in letters)


def _has_shape(word: str) -> bool:
    return word.islower() or word.isupper() or word[1:].islower() or word.lower() == word.upper() or len(word) == 1


def _commonness(words: list[str], language: Language) -> float:
    """1.5 if every word is among the commonest of the language."""
    return 1.5 * sum(word.lower() in language.words for word in words) / len(words) if words else 0


def _ideographic(script: str, common: frozenset[str]) -> Callable[[str], float]:
    """Likelihood of a reading in a script of many signs: mostly of that script, its commonest among them."""
    inside = re.compile(f"[{script}]")

    def likelihood(text: str) -> float:
        signs = [sign for sign in "".join(_WORD.findall(text)) if not sign.isascii()]
        strange = sum(not inside.match(sign) for sign in signs) + len(_BETWEEN_ASCII.findall(text))
        share = sum(sign in common for sign in signs) / len(signs) if signs else 0
        return 1 - 4 * strange / len(signs) + share if share >= _LEAST_COMMON else -1

    return likelihood


_JAPANESE = _ideographic(r"\u3005\u3040-\u30ff\u4e00-\u9fff", languages.JAPANESE)
_CHINESE = _ideographic(r"\u4e00-\u9fff", languages.CHINESE)
_KOREAN = _ideographic(r"\uac00-\ud7a3", languages.KOREAN)
# Name on the web (WHATWG), codec, judge. The first of several that say the same gives its name.
_CODE_PAGES: Iterable[tuple[str, str, Callable[[str], float]]] = (
    ("windows-1252", "cp1252", _alphabetic(languages.WESTERN)),
    ("windows-1250", "cp1250", _alphabetic(languages.CENTRAL)),
    ("windows-1251", "cp1251", _alphabetic(languages.CYRILLIC)),
    ("windows-1253", "cp1253", _alphabetic(languages.GREEK)),
    ("windows-1254", "cp1254", _alphabetic(languages.TURKISH)),
    ("windows-1255", "cp1255", _alphabetic(languages.HEBREW)),
    ("windows-1256", "cp1256", _alphabetic(languages.ARABIC)),
    ("windows-1257", "cp1257", _alphabetic(languages.BALTIC)),
    ("windows-874", "cp874", _alphabetic(languages.THAI)),
    ("koi8-r", "koi8_r", _alphabetic(languages.CYRILLIC)),
    ("koi8-u", "koi8_u", _alphabetic(languages.CYRILLIC)),
    ("ibm866", "cp866", _alphabetic(languages.CYRILLIC)),
    ("iso-8859-2", "iso8859_2", _alphabetic(languages.CENTRAL)),
    ("iso-8859-7", "iso8859_7", _alphabetic(languages.GREEK)),
    ("iso-8859-15", "iso8859_15", _alphabetic(languages.WESTERN)),
    ("shift_jis", "cp932", _JAPANESE),
    ("euc-jp", "euc_jp", _JAPANESE),
    ("gb18030", "gb18030", _CHINESE),
    ("big5", "big5", _CHINESE),
    ("euc-kr", "cp949", _KOREAN),
)
