"""Names of months as dates are written with them (where a language declines: in the genitive)."""

from typing import Final

from citeledger.core.operations.units import alternatives

_NAMES: dict[str, str] = {
    "en": "january february march april may june july august september october november december",
    "de": "januar februar märz april mai juni juli august september oktober november dezember",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "nl": "januari februari maart april mei juni juli augustus september oktober november december",
    "pt": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    "sv": "januari februari mars april maj juni juli augusti september oktober november december",
    "da": "januar februar marts april maj juni juli august september oktober november december",
    "pl": "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
    "hr": "siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza rujna listopada studenoga prosinca",
    "ru": "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
    "uk": "січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня",
}
_NAMES["nb"] = _NAMES["no"] = _NAMES["da"].replace("marts", "mars").replace("maj", "mai").replace("dec", "des")
_NAMES["de-at"] = _NAMES["de"].replace("januar", "jänner")
_SHORT: dict[str, str] = {
    "en": "jan feb mar apr may jun jul aug sep oct nov dec",
    "de": "jan feb mär apr mai jun jul aug sep okt nov dez",
}


def _table() -> dict[str, dict[str, int]]:
    table: dict[str, dict[str, int]] = {}
    for language, names in [*_NAMES.items(), *_SHORT.items()]:
        months = table.setdefault(language, {})
        months |= {name: number for number, name in enumerate(names.split(), start=1)}
    table["en"]["sept"] = table["de"]["sept"] = 9
    return table


_MONTHS: Final = _table()
PATTERN: Final = alternatives(sorted({name for months in _MONTHS.values() for name in months}))


def months_named(*, written: str, language: str) -> frozenset[int]:
    """The months (1-12) a word may name in a text of this language; by all languages where its own has no such name.

    Croatian listopad is October, Polish listopad November: without the language that is two.
    """
    word = written.casefold()
    tag = language.casefold()
    own = _MONTHS.get(tag, {}).get(word) or _MONTHS.get(tag.partition("-")[0], {}).get(word)
    if own:
        return frozenset({own})
    return frozenset(months[word] for months in _MONTHS.values() if word in months)
