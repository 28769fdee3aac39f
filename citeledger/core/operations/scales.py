"""Words after a number that multiply it. A billion has nine zeros or twelve: the language decides, or nobody."""

from typing import Final

from citeledger.core.operations.units import alternatives

# words in any case, and the power of ten they stand for in each language that has them
SCALES: Final[tuple[tuple[str, dict[str, int]], ...]] = (
    ("hundred", {"en": 2}),
    ("hundert", {"de": 2}),
    ("thousand", {"en": 3}),
    ("tausend tsd. tsd", {"de": 3}),
    ("mille mil mila duizend", {"fr": 3, "es": 3, "pt": 3, "it": 3, "nl": 3}),
    ("tusen tusind", {"sv": 3, "nb": 3, "da": 3}),
    ("tys. tys tysiące tysięcy tis. tis tisíc", {"pl": 3, "cs": 3}),
    ("тыс. тысяч", {"ru": 3}),
    ("million millions", {"en": 6, "fr": 6, "de": 6}),
    ("millionen", {"de": 6}),
    ("mio. mio", {"de": 6, "da": 6}),
    ("millón millones milione milioni miljoen", {"es": 6, "it": 6, "nl": 6}),
    ("miljon miljoner millioner", {"sv": 6, "nb": 6, "da": 6}),
    ("milion miliony milionów milionů", {"pl": 6, "cs": 6}),
    ("milyon", {"tr": 6}),
    ("milhão milhões млн", {"pt": 6, "ru": 6}),
    ("milliard milliards milliarde milliarden mrd. mrd", {"fr": 9, "de": 9}),
    ("mia. mia", {"de": 9, "da": 9}),
    ("miliardo miliardi miljard млрд bn", {"it": 9, "nl": 9, "ru": 9, "en": 9}),
    ("miljarder milliarder", {"sv": 9, "nb": 9, "da": 9}),
    ("miliard miliardy miliardów miliarda", {"pl": 9, "cs": 9}),
    ("milyar", {"tr": 9}),
    ("mln mn", {"it": 6, "nl": 6, "pl": 6, "en": 6}),
    ("mld", {"it": 9, "nl": 9, "pl": 9, "fr": 9}),
    ("billion billions billionen", {"en": 9, "de": 12, "fr": 12}),
    ("billón billones", {"es": 12}),
    ("bilhão bilhões", {"pt": 9}),
    ("trillion trillions trillionen", {"en": 12, "de": 18, "fr": 18}),
    ("lakh lakhs lac lacs", {"en": 5, "hi": 5}),
    ("crore crores", {"en": 7, "hi": 7}),
    ("हज़ार हजार", {"hi": 3}),
    ("लाख", {"hi": 5}),
    ("करोड़", {"hi": 7}),
    ("ألف آلاف", {"ar": 3}),
    ("مليون ملايين", {"ar": 6}),
    ("مليار", {"ar": 9}),
    ("百 백", {"zh": 2, "ja": 2, "ko": 2}),
    ("千 천", {"zh": 3, "ja": 3, "ko": 3}),
    ("万 萬 만", {"zh": 4, "ja": 4, "ko": 4}),
    ("亿 億 억", {"zh": 8, "ja": 8, "ko": 8}),
)
_BY_WORD = {word: powers for words, powers in SCALES for word in words.split()}
PATTERN: Final = alternatives(list(_BY_WORD))
_BARE: Final = frozenset(word.rstrip(".") for word in _BY_WORD)
SHORT: Final = frozenset({"k", "K", "m", "M", "MM", "B", "T"})  # capitals counting: thousands and up, or units


def powers_named(*, written: str, language: str) -> frozenset[int]:
    """The powers of ten a word may stand for in a text of this language (BCP 47, "" where unknown)."""
    by_language = _BY_WORD.get(written.casefold(), {})  # patterns know more forms of letters: İ for i
    decided = by_language.get(language.casefold().partition("-")[0])
    return frozenset(by_language.values()) if decided is None else frozenset({decided})


def may_multiply(word: str) -> bool:
    """Whether a word (without its dot) is known to multiply the number before it in any language, or may in short."""
    return word in SHORT or word.casefold() in _BARE
