"""Words after a number that multiply it. A billion has nine zeros or twelve: the language decides, or nobody."""

from typing import Final

from citeledger.core.operations.units import alternatives

# words in any case, and the power of ten they stand for in each language that has them
_SCALES: tuple[tuple[str, dict[str, int]], ...] = (
    ("thousand", {"en": 3}),
    ("tausend tsd. tsd", {"de": 3}),
    ("mille mil mila duizend", {"fr": 3, "es": 3, "pt": 3, "it": 3, "nl": 3}),
    ("тыс. тысяч", {"ru": 3}),
    ("million millions", {"en": 6, "fr": 6, "de": 6}),
    ("millionen mio. mio", {"de": 6}),
    ("millón millones milione milioni miljoen", {"es": 6, "it": 6, "nl": 6}),
    ("milhão milhões млн", {"pt": 6, "ru": 6}),
    ("milliard milliards milliarde milliarden mrd. mrd", {"fr": 9, "de": 9}),
    ("miliardo miliardi miljard млрд bn", {"it": 9, "nl": 9, "ru": 9, "en": 9}),
    ("mln mn", {"it": 6, "nl": 6, "pl": 6, "en": 6}),
    ("mld", {"it": 9, "nl": 9, "pl": 9, "fr": 9}),
    ("billion billions billionen", {"en": 9, "de": 12, "fr": 12}),
    ("billón billones", {"es": 12}),
    ("bilhão bilhões", {"pt": 9}),
    ("trillion trillions trillionen", {"en": 12, "de": 18, "fr": 18}),
    ("lakh lakhs", {"en": 5, "hi": 5}),
    ("crore crores", {"en": 7, "hi": 7}),
    ("लाख", {"hi": 5}),
    ("करोड़", {"hi": 7}),
    ("百 백", {"zh": 2, "ja": 2, "ko": 2}),
    ("千 천", {"zh": 3, "ja": 3, "ko": 3}),
    ("万 萬 만", {"zh": 4, "ja": 4, "ko": 4}),
    ("亿 億 억", {"zh": 8, "ja": 8, "ko": 8}),
)
_BY_WORD = {word: powers for words, powers in _SCALES for word in words.split()}
PATTERN: Final = alternatives(list(_BY_WORD))


def powers_named(*, written: str, language: str) -> frozenset[int]:
    """The powers of ten a word may stand for in a text of this language (BCP 47, "" where unknown)."""
    by_language = _BY_WORD.get(written.casefold(), {})  # patterns know more forms of letters: İ for i
    decided = by_language.get(language.casefold().partition("-")[0])
    return frozenset(by_language.values()) if decided is None else frozenset({decided})
