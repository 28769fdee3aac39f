"""Dates and times as a spreadsheet shows them, from the days since its epoch that it stores."""

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import Final, NamedTuple

_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_DAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_AFTER_THE_LAST: Final = 2_958_466  # days: the year 10000 is shown by nothing
_HOURS, _SECONDS = 24, 86_400  # of a day
_TO_1904: Final = 1_462  # days between the two epochs
_FIRST_YEAR: Final = 1900
_ISO: Final = re.compile(r"(\d{4}-\d\d-\d\d)(?:T(\d\d):(\d\d)(?::(\d\d(?:\.\d{1,9})?))?Z?)?\Z", re.ASCII)
_NEVER: Final = 60  # 29 February 1900, a day that only spreadsheets know


class Token(NamedTuple):
    """A piece of a format code: its kind (`digit`, `date`, `literal`, ...) and its text."""

    kind: str
    text: str


class _Moment(NamedTuple):
    year: int
    month: int
    day: int
    weekday: str
    seconds: Decimal  # since midnight
    elapsed: Decimal  # seconds since the epoch


_JOINING: Final = frozenset(" ,-/.:")  # what a format may put between the parts of a date and say nothing by it
_TIMES: Final = ("", "h", "hi", "his")  # hours, minutes, seconds: what of a time may follow a day


def shown(section: Sequence[Token], serial: Decimal, *, since_1904: bool) -> str | None:
    """A moment by one section of a format code; None where it is no date, or is named in another language."""
    pieces = list(_pieces(section))
    named = any(piece.kind == "date" and len(piece.text) > 2 and piece.text[0] in "md" for piece in pieces)
    if any(piece.kind == "digit" or (piece.kind == "foreign" and named) for piece in pieces):
        return None
    places = max((len(piece.text) - 1 for piece in pieces if piece.kind == "fraction"), default=0)
    moment = _moment(serial + (_TO_1904 if since_1904 else 0), places)
    if moment is None:
        return None
    has_noon = any(piece.kind == "noon" for piece in pieces)
    return "".join(_written(piece, moment, has_noon=has_noon) for piece in pieces).strip()


def serial(written: str, *, since_1904: bool) -> Decimal | None:
    """The days since the epoch of a moment that a file writes in ISO 8601 (the strict edition does); else None."""
    found = _ISO.match(written)
    try:
        day = date.fromisoformat(found[1]) if found else None
    except ValueError:
        day = None
    if found is None or day is None or day.year < _FIRST_YEAR:
        return None
    hours, minutes, seconds = (Decimal(part or 0) for part in found.groups()[1:])
    days = (day - date(1899, 12, 30)).days
    whole = days - _TO_1904 if since_1904 else days - (days <= _NEVER)
    return whole + ((hours * 60 + minutes) * 60 + seconds) / _SECONDS if whole >= 0 and hours < _HOURS else None


def iso(section: Sequence[Token], serial: Decimal, *, since_1904: bool) -> str:
    """A moment as far as a section shows it, in ISO 8601; empty where it shows no whole day, or 01/02 and not which.

    Years of two digits, weekdays alone and elapsed times show no day. The section is one that `shown` knows.
    """
    pieces = list(_pieces(section))
    dated = [piece for piece in pieces if piece.kind == "date" and not (piece.text[0] == "d" and len(piece.text) > 2)]
    day = "".join(piece.text[0] for piece in dated if piece.text[0] in "ymd")
    time = "".join("i" if piece.kind == "minute" else piece.text[0] for piece in pieces if _is_timed(piece))
    is_told = day == "ymd" or any(piece.text in {"mmm", "mmmm"} for piece in dated)
    is_told &= all(_JOINING.issuperset(piece.text) for piece in pieces if piece.kind in {"literal", "sign"})
    if sorted(day) != ["d", "m", "y"] or not is_told or "yy" in (piece.text for piece in dated) or time not in _TIMES:
        return ""
    places = max((len(piece.text) - 1 for piece in pieces if piece.kind == "fraction"), default=0)
    moment = _moment(serial + (_TO_1904 if since_1904 else 0), places)
    return (
        "" if moment is None else f"{moment.year:04d}-{moment.month:02d}-{moment.day:02d}{_clock(moment, time, places)}"
    )


def _is_timed(piece: Token) -> bool:
    return piece.kind in {"minute", "elapsed"} or (piece.kind == "date" and piece.text[0] in "hs")


def _clock(moment: _Moment, time: str, places: int) -> str:
    hours, minutes, seconds = (int(moment.seconds // unit) for unit in (3600, 60, 1))
    written = ":".join((f"{hours:02d}", f"{minutes % 60:02d}", f"{seconds % 60:02d}")[: len(time)])
    fraction = f"{moment.seconds % 1:f}"[1:] if places else ""
    return f"T{written}{fraction}" if time else ""


def _pieces(section: Sequence[Token]) -> Iterator[Token]:
    """The tokens, with minutes told from months: next to hours or before seconds."""
    timed = [token.text.lower() for token in section if token.kind in {"date", "elapsed"}]
    place = -1
    for kind, text in section:
        if kind in {"date", "elapsed"}:
            place += 1
            beside = (place and timed[place - 1][0] == "h") or "".join(timed[place + 1 : place + 2]).startswith("s")
            is_minute = kind == "date" and text.lower() in {"m", "mm"} and beside
            yield Token("minute" if is_minute else kind, text.lower())
        else:
            yield Token(kind, text)


def _moment(serial: Decimal, places: int) -> _Moment | None:
    """The moment so many days after the epoch, rounded to places of a second. None outside what is shown."""
    if not 0 <= serial < _AFTER_THE_LAST:
        return None
    elapsed = (serial * _SECONDS).quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)
    days, seconds = divmod(elapsed, _SECONDS)
    day = int(days)
    if day >= _AFTER_THE_LAST:
        return None
    weekday = _DAYS[(day + 5) % 7]
    if day in {0, _NEVER}:
        return _Moment(1900, 2 if day else 1, 29 if day else 0, weekday, seconds, elapsed)
    # Before the day that never was, every date is one day off.
    found = date(1899, 12, 31 if day < _NEVER else 30) + timedelta(days=day)
    return _Moment(found.year, found.month, found.day, weekday, seconds, elapsed)


def _written(piece: Token, moment: _Moment, *, has_noon: bool) -> str:
    hours, minutes, seconds = (int(moment.seconds // unit) for unit in (3600, 60, 1))
    match piece.kind:
        case "date":
            return _date(piece.text, moment, (hours - 1) % 12 + 1 if has_noon else hours, seconds % 60)
        case "minute":
            return f"{minutes % 60:0{len(piece.text)}d}"
        case "elapsed":
            unit = {"h": 3600, "m": 60, "s": 1}[piece.text[0]]
            return f"{int(moment.elapsed // unit):0{len(piece.text)}d}"
        case "fraction":
            return f"{moment.seconds % 1:f}"[1:]
        case "noon":
            letters = "AP" if len(piece.text) == 3 else ("AM", "PM")
            return letters[hours >= 12]
        case "literal" | "sign":
            return piece.text
        case _:
            return ""


def _date(pattern: str, moment: _Moment, hours: int, seconds: int) -> str:
    width = len(pattern)
    match pattern[0]:
        case "y":
            return f"{moment.year:04d}" if width > 2 else f"{moment.year % 100:02d}"
        case "m":
            return _named(moment.month, _MONTHS[moment.month - 1], width)
        case "d":
            return _named(moment.day, moment.weekday, width)
        case unit:
            return f"{hours if unit == 'h' else seconds:0{min(width, 2)}d}"


def _named(number: int, name: str, width: int) -> str:
    """A month or day: its number, its short name, its name, or its initial."""
    if width <= 2:
        return f"{number:0{width}d}"
    return name[:1] if width == 5 else name[:3] if width == 3 else name
