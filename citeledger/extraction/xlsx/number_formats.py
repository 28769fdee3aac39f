"""Numbers as a spreadsheet shows them: what its format codes make of a stored value (ECMA-376 part 1, 18.8.31).

In the signs of the file itself: a point for decimals, a comma between thousands, English names of months and days.
Where a code leaves the look to the reader's own machine, dates are written year-month-day. What no rule here covers
(fractions, eras, conditions, other languages) is `None`: the caller shows the plain value and says so.
"""

import re
from collections.abc import Iterator, Sequence
from decimal import ROUND_HALF_UP, Context, Decimal, InvalidOperation
from functools import lru_cache
from typing import Final

from citeledger.extraction.xlsx import dates
from citeledger.extraction.xlsx.dates import Token

# Codes that files name by number alone. Those with a currency are not here: which one, only the machine knew.
BUILT_IN: Final = {
    0: "General",
    1: "0",
    2: "0.00",
    3: "#,##0",
    4: "#,##0.00",
    9: "0%",
    10: "0.00%",
    11: "0.00E+00",
    14: "yyyy-mm-dd",
    15: "d-mmm-yy",
    16: "d-mmm",
    17: "mmm-yy",
    18: "h:mm AM/PM",
    19: "h:mm:ss AM/PM",
    20: "h:mm",
    21: "h:mm:ss",
    22: "yyyy-mm-dd h:mm",
    37: "#,##0_);(#,##0)",
    38: "#,##0_);(#,##0)",
    39: "#,##0.00_);(#,##0.00)",
    40: "#,##0.00_);(#,##0.00)",
    41: '_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)',
    43: '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)',
    45: "mm:ss",
    46: "[h]:mm:ss",
    47: "mm:ss.0",
    49: "@",
}
_LONGEST_CODE: Final = 500
_PRECISE: Final = Context(prec=15, rounding=ROUND_HALF_UP)  # digits a spreadsheet keeps
_WIDE: Final = Context(prec=400, rounding=ROUND_HALF_UP)  # room to round any of them to any place
_LONGEST_PLAIN: Final = 20  # digits before or behind the point of a stored value that is written without a power
_WIDTH: Final = 11  # characters that the general format shows of a number, its sign aside
_TOKEN: Final = re.compile(
    r"\"(?P<quoted>[^\"]*)\"?|\\(?P<escaped>.)|_(?P<gap>.)|\*(?P<fill>.)|\[(?P<bracket>[^\]]*)\]|(?P<general>General)"
    r"|(?P<noon>AM/PM|A/P)|(?P<exponent>E[+-])|(?P<fraction>(?<=s)\.0+)|(?P<date>y+|m+|d+|h+|s+|b+|g+|e+)|(?P<digit>[0#?])|(?P<sign>[.,%/@;])"
    r"|(?P<literal>.)",
    re.IGNORECASE | re.DOTALL,
)
_COLOUR: Final = re.compile(r"(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+)\Z", re.IGNORECASE)
_CURRENCY: Final = re.compile(r"\$(?P<symbol>[^-]*)(?:-(?P<language>[0-9A-Fa-f]*))?\Z")
_ELAPSED: Final = re.compile(r"(?:h+|m+|s+)\Z", re.IGNORECASE)
_ENGLISH: Final = frozenset((0x409, 0x809, 0xC09, 0x1009, 0x1409, 0xF800, 0xF400, 0x0))


def shown(number: Decimal, code: str, *, since_1904: bool) -> str | None:
    """A number by its format code; empty where the format hides it, None where no rule here covers the code."""
    sections = _sections(code)
    if sections is None or not number.is_finite():
        return None
    section, magnitude, signed = _chosen(sections, number)
    kinds = {token.kind for token in section}
    if "date" in kinds or "elapsed" in kinds:
        return dates.shown(section, number, since_1904=since_1904)
    try:
        written = _number(section, magnitude)
    except InvalidOperation:  # more places than any number has
        return None
    return None if written is None else f"{'-' if signed else ''}{written}".strip()


def shows_moments(code: str) -> bool:
    """Whether a code shows dates or times."""
    return any(token.kind in {"date", "elapsed"} for section in _sections(code) or () for token in section)


def stored(number: Decimal, code: str, *, since_1904: bool) -> str:
    """The value behind what a code shows: a number as exact decimal text, a moment in ISO 8601 as far as it is shown.

    Empty where no rule here covers the code, or where it shows no number and no whole day.
    """
    sections = _sections(code)
    if sections is None or shown(number, code, since_1904=since_1904) is None:
        return ""
    section = _chosen(sections, number)[0]
    if any(token.kind in {"date", "elapsed"} for token in section):
        return dates.iso(section, number, since_1904=since_1904)
    exact = _WIDE.normalize(number)
    return f"{exact:f}" if abs(exact.adjusted()) < _LONGEST_PLAIN else str(exact)


def plain(number: Decimal, code: str, *, since_1904: bool) -> str:
    """A number whose code has no rule here: digits, or what it is as a date if the code says it is one."""
    kinds = {token.kind: token.text.lower() for token in _tokens(code[:_LONGEST_CODE])}
    if "date" not in kinds or "digit" in kinds:
        return general(number)
    is_whole = number == number.to_integral_value()
    moment = shown(number, "yyyy-mm-dd" if is_whole else "yyyy-mm-dd hh:mm:ss", since_1904=since_1904)
    return general(number) if moment is None else moment


def shown_text(text: str, code: str) -> str:
    """A text by its format code: most codes leave it alone."""
    sections = _sections(code)
    if sections is None or len(sections) < 4:
        return text
    return "".join(text if token == ("sign", "@") else token.text for token in sections[3]).strip()


def general(number: Decimal) -> str:
    """A number without a format: as many digits as a cell of usual width shows."""
    number = _PRECISE.plus(number)
    places = max(0, _WIDTH - 1 - max(1, number.adjusted() + 1))
    fixed = _rounded(number, places)
    if number and (number.adjusted() >= _WIDTH or (number.adjusted() < -4 and fixed != number)):
        return _scientific(number, 5, 0, 2)
    return f"{fixed:f}".rstrip("0").rstrip(".") if places and "." in f"{fixed:f}" else f"{fixed:f}"


def _chosen(sections: Sequence[tuple[Token, ...]], number: Decimal) -> tuple[tuple[Token, ...], Decimal, bool]:
    """The section for a number, the number to write with it, and whether a minus goes before it."""
    if number < 0 and len(sections) > 1:
        return sections[1], -number, False
    if number == 0 and len(sections) > 2:
        return sections[2], number, False
    return sections[0], abs(number), number < 0


@lru_cache(maxsize=1_000)
def _sections(code: str) -> tuple[tuple[Token, ...], ...] | None:
    """The sections of a code, None if something in it has no rule here."""
    tokens = list(_tokens(code)) if len(code) <= _LONGEST_CODE else [Token("unknown", "")]
    if any(token.kind == "unknown" for token in tokens):
        return None
    sections: list[list[Token]] = [[]]
    for token in tokens:
        if token == ("sign", ";"):
            sections.append([])
        else:
            sections[-1].append(token)
    return tuple(map(tuple, sections[:4]))


def _tokens(code: str) -> Iterator[Token]:
    for match in _TOKEN.finditer(code):
        kind, text = match.lastgroup or "quoted", match.group(match.lastgroup or 0)
        if kind == "bracket":
            yield from _bracket(text)
        elif kind in {"quoted", "escaped"}:
            yield Token("literal", text)
        elif kind == "gap":
            yield Token("literal", " ")
        elif kind == "date" and text[0].lower() in "bge":
            yield Token("unknown", text)
        elif kind != "fill":
            yield Token(kind, text)


def _bracket(text: str) -> Iterator[Token]:
    """What stands in brackets: a colour, a currency or language, elapsed time; conditions have no rule here."""
    if _ELAPSED.match(text):
        yield Token("elapsed", text)
    elif found := _CURRENCY.match(text):
        language = int(found["language"] or "0", 16) & 0xFFFF
        yield Token("literal", found["symbol"]) if found["symbol"] else Token("language", "")
        if language not in _ENGLISH:
            yield Token("foreign", "")
    elif not _COLOUR.match(text):
        yield Token("unknown", text)


def _number(section: tuple[Token, ...], number: Decimal) -> str | None:
    """A magnitude by one section: what stands before and after its digits, and the digits."""
    places = [place for place, token in enumerate(section) if _is_numeric(token)]
    if any(token.kind == "noon" or token == ("sign", "/") for token in section):
        return None
    percent = sum(token == ("sign", "%") for token in section)
    if not places:
        return "".join(token.text for token in section if token.kind in {"literal", "sign"}).replace(
            "@", general(number)
        )
    block = section[places[0] : places[-1] + 1]
    if not all(_is_numeric(token) for token in block):
        return None
    written = _digits("".join(token.text for token in block), number.scaleb(2 * percent, _WIDE))
    before, after = (_beside(part) for part in (section[: places[0]], section[places[-1] + 1 :]))
    return None if written is None else f"{before}{written}{after}"


def _is_numeric(token: Token) -> bool:
    return token.kind in {"digit", "exponent", "general"} or token in {("sign", "."), ("sign", ",")}


def _beside(tokens: Sequence[Token]) -> str:
    return "".join(token.text for token in tokens if token.kind in {"literal", "sign"})


def _digits(pattern: str, number: Decimal) -> str | None:
    """A magnitude by the digits of a code, such as `#,##0.00` or `0.0E+00`."""
    if pattern.lower() == "general":
        return general(number)
    mantissa, exponent, power = _parted(pattern)
    bare = mantissa.rstrip(",")
    whole, point, decimals = bare.partition(".")
    if "." in decimals or "," in decimals or "general" in pattern.lower():
        return None
    whole, scaled = whole.rstrip(","), whole
    # Each comma at the end, or before the point, leaves three digits away.
    number = number.scaleb(-3 * (len(mantissa) - len(bare) + len(scaled) - len(whole)), _WIDE)
    least = whole.replace(",", "").count("0")
    fixed, most = decimals.count("0"), len(decimals)
    if exponent:
        return _scientific(number, most, most - fixed, max(1, len(power)), always="+" in exponent)
    written = f"{_rounded(number, most):f}"
    front, _, back = written.partition(".")
    back = back[:fixed] + back[fixed:].rstrip("0")
    front = front.lstrip("0").rjust(least, "0")
    if "," in whole:
        front = _grouped(front)
    return f"{front}{point}{back}"


def _parted(pattern: str) -> tuple[str, str, str]:
    found = re.search(r"[eE][+-]", pattern)
    return (pattern[: found.start()], found.group(), pattern[found.end() :]) if found else (pattern, "", "")


def _grouped(digits: str) -> str:
    first = len(digits) % 3 or 3
    return ",".join([digits[:first], *(digits[place : place + 3] for place in range(first, len(digits), 3))])


def _scientific(number: Decimal, most: int, optional: int, width: int, *, always: bool = True) -> str:
    number = _PRECISE.plus(number)
    power = number.adjusted() if number else 0
    mantissa = _rounded(number.scaleb(-power), most)
    if abs(mantissa) >= 10:
        mantissa, power = _rounded(mantissa.scaleb(-1), most), power + 1
    written = f"{mantissa:f}"
    if optional or most == 5:
        written = written.rstrip("0").rstrip(".") if "." in written else written
    sign = "-" if power < 0 else "+" if always else ""
    return f"{written}E{sign}{abs(power):0{width}d}"


def _rounded(number: Decimal, places: int) -> Decimal:
    """Half away from zero, of the digits a spreadsheet keeps."""
    return _PRECISE.plus(number).quantize(Decimal(1).scaleb(-places), context=_WIDE)
