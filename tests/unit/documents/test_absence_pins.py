"""What a search finds is pinned by the rule it is stored under: one that is called alike finds alike.

An outcome is remembered under its rule and never worked out again while that name stands. Where a search came to find
something else under the same name, what was remembered before and after would disagree, and nothing would notice.
"""

from hashlib import sha256
from pathlib import Path

import pytest

from citeledger.core.absences import hits, parse
from citeledger.core.layout.sides import Side, prepare
from citeledger.core.reading.normalization import normalizer_for
from citeledger.documents.absences import rule_of
from citeledger.extraction import Options, formats

SAMPLES = Path(__file__).resolve().parents[2] / "data" / "extraction"
SCRIPTS = {
    "Latin": "The re\u00adfund win-\ndow closes after 30 days. Re\ufb01lls and CAFE\u0301S are not refunded.",
    "German": "Die Gr\u00f6\u00dfe der Stra\u00dfe ist STRASSE; Zur\u00fcck in 30\u00a0Tagen.",
    "Turkish": "\u0130stanbul ve Isparta: iade 30 g\u00fcn i\u00e7inde.",
    "Greek": "Η επιστροφή γίνεται εντός 30 ημερών. Ο ΛΟΓΟΣ είναι λόγος.",
    "Cyrillic": "Возврат возможен в течение 30 дней. Ёлка — елка.",
    "Arabic": "يمكن الإرجاع خلال ٣٠ يوما. كـــتاب وكِتَاب.",
    "Hebrew": "ניתן להחזיר בתוך 30 ימים. שָׁלוֹם שלום.",
    "Hindi": "३० दिन के भीतर वापसी संभव है। क़लम कलम.",
    "Thai": "คืนสินค้าได้ภายใน ๓๐ วัน ไม่มีเครดิต",
    "Chinese": "可在30天内退货。不予退款，退貨。",
    "Japanese": "30日以内に返品できます。ﾃｽﾄ テスト。",
    "marked up": "The refund[^1] **win**dow closes after *30*\ndays.\n\n[^1]: Not `software`.\n\n- not re-\nfunded\n",
    "Korean": "30일 이내에 반품할 수 있습니다. 한글 한글",
}
QUERIES = (
    {"kind": "phrase", "phrase": "30 days"},
    {"kind": "phrase", "phrase": "refund window"},
    {"kind": "any", "words": ["refills", "cafés", "strasse", "istanbul", "λόγος", "елка", "كتاب", "שלום", "कलम"]},
    {"kind": "any", "words": ["เครดิต", "退货", "返品", "テスト", "한글", "beyond", "table"]},
    {"kind": "all", "words": ["30", "the"]},
    {"kind": "all", "words": ["not", "refunded"]},
    {"kind": "pattern", "pattern": r"\d+ ?\w"},
    {"kind": "pattern", "pattern": r"[Rr]e\w+"},
)
FILES = ("sample.html", "sample.docx", "sample.pdf")
PINS = {
    ("Latin", "absence/3+plain/2"): "f275dcc88ce546e4",
    ("Latin", "absence/3+markdown/4"): "f275dcc88ce546e4",
    ("German", "absence/3+plain/2"): "d5d12da0b57cf37b",
    ("German", "absence/3+markdown/4"): "d5d12da0b57cf37b",
    ("Turkish", "absence/3+plain/2"): "7a7c31b4680fc68f",
    ("Turkish", "absence/3+markdown/4"): "7a7c31b4680fc68f",
    ("Greek", "absence/3+plain/2"): "31d5a26461ec5fe7",
    ("Greek", "absence/3+markdown/4"): "31d5a26461ec5fe7",
    ("Cyrillic", "absence/3+plain/2"): "a90f0385de66b064",
    ("Cyrillic", "absence/3+markdown/4"): "a90f0385de66b064",
    ("Arabic", "absence/3+plain/2"): "20f87aea991a6b17",
    ("Arabic", "absence/3+markdown/4"): "20f87aea991a6b17",
    ("Hebrew", "absence/3+plain/2"): "e4eeb80583804c15",
    ("Hebrew", "absence/3+markdown/4"): "e4eeb80583804c15",
    ("Hindi", "absence/3+plain/2"): "0b2c20c3352b4af1",
    ("Hindi", "absence/3+markdown/4"): "0b2c20c3352b4af1",
    ("Thai", "absence/3+plain/2"): "d9e7c807f411d525",
    ("Thai", "absence/3+markdown/4"): "d9e7c807f411d525",
    ("Chinese", "absence/3+plain/2"): "3fe711cfe6fee680",
    ("Chinese", "absence/3+markdown/4"): "3fe711cfe6fee680",
    ("Japanese", "absence/3+plain/2"): "ef6e61723a8bfdfd",
    ("Japanese", "absence/3+markdown/4"): "ef6e61723a8bfdfd",
    ("marked up", "absence/3+plain/2"): "2b635d4e39b7b19f",
    ("marked up", "absence/3+markdown/4"): "c5c934ae03824bb7",
    ("Korean", "absence/3+plain/2"): "2c87c855ee0a7fb6",
    ("Korean", "absence/3+markdown/4"): "2c87c855ee0a7fb6",
    ("sample.html", "absence/3+page/1"): "3ede8b67a9c6d82d",
    ("sample.docx", "absence/3+page/1"): "8de6d09a03c15ea8",
    ("sample.pdf", "absence/3+page/1"): "6ad09023c164d568",
}


def found(data: bytes, media_type: str) -> str:
    """The digest of every place where a query is found in what is read from the bytes."""
    read = formats.load(media_type).extract(data, Options())
    side = prepare(Side(read.text, read.structure, normalizer_for(media_type)))
    places = [[(at.start, at.end) for at in hits(parse({"version": 1} | query), side)] for query in QUERIES]
    assert any(places)
    return sha256(repr(places).encode()).hexdigest()[:16]


def must_be_pinned(name: str, media_type: str, digest: str) -> None:
    # Whatever the tables of this Python's Unicode: these texts are of letters that all of them read alike.
    pinned = PINS.get((name, rule := rule_of(media_type).partition("+u")[0]))
    assert pinned is not None, f"new rule {rule!r}: pin {name} to {digest}"
    assert digest == pinned, f"other places are found: give the search another number and re-pin {name} to {digest}"


@pytest.mark.parametrize("media_type", ["text/plain", "text/markdown"])
@pytest.mark.parametrize("name", SCRIPTS)
def test_a_rule_finds_the_same_in_every_script(name: str, media_type: str) -> None:
    must_be_pinned(name, media_type, found(SCRIPTS[name].encode(), media_type))


@pytest.mark.parametrize("name", FILES)
def test_and_in_files_that_are_read(name: str) -> None:
    media_type = formats.named(name)
    assert media_type is not None
    must_be_pinned(name, media_type, found((SAMPLES / name).read_bytes(), media_type))
