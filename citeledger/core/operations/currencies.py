"""Currencies as written: codes of ISO 4217 in capitals, and signs. A sign of several currencies needs a region."""

from typing import Final

from citeledger.core.operations.units import alternatives

_ISO_4217 = (
    "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY "
    "COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR "
    "ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK "
    "MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF "
    "SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU "
    "UZS VED VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW"
)
CODES: Final = frozenset(_ISO_4217.split())
# The empty tag stands for wherever nobody else claims the sign.
_SIGNS: dict[str, dict[str, str]] = {
    "€": {"": "EUR"},
    "₹": {"": "INR"},
    "₽": {"": "RUB"},
    "₺": {"": "TRY"},
    "₪": {"": "ILS"},
    "₫": {"": "VND"},
    "₴": {"": "UAH"},
    "₩": {"": "KRW"},
    "฿": {"": "THB"},
    "zł": {"": "PLN"},
    "Kč": {"": "CZK"},
    "US$": {"": "USD"},
    "CA$": {"": "CAD"},
    "AU$": {"": "AUD"},
    "A$": {"": "AUD"},
    "NZ$": {"": "NZD"},
    "HK$": {"": "HKD"},
    "R$": {"": "BRL"},
    "$": {"en-us": "USD", "en-ca": "CAD", "en-au": "AUD", "en-nz": "NZD", "fr-ca": "CAD", "es-mx": "MXN"},
    "£": {"en": "GBP", "en-gb": "GBP", "cy": "GBP", "ar": "EGP"},
    "¥": {"ja": "JPY", "zh": "CNY"},
    "元": {"zh-cn": "CNY", "zh-tw": "TWD", "zh-hk": "HKD"},
    "円": {"": "JPY"},
    "원": {"": "KRW"},
    "kr": {"sv": "SEK", "da": "DKK", "nb": "NOK", "nn": "NOK", "no": "NOK", "is": "ISK"},
    "euro": {"": "EUR"},
    "euros": {"": "EUR"},
    "Euro": {"": "EUR"},
    "Euros": {"": "EUR"},
}
PATTERN: Final = alternatives([*CODES, *_SIGNS])


def currencies_named(*, written: str, language: str) -> frozenset[str]:
    """The currencies a code or sign may stand for in a text of this language (BCP 47, "" where unknown)."""
    if written in CODES:
        return frozenset({written})
    by_tag = _SIGNS[written]
    tag = language.casefold()
    decided = by_tag.get(tag) or by_tag.get(tag.partition("-")[0]) or by_tag.get("")
    return frozenset({decided}) if decided else frozenset(by_tag.values())
