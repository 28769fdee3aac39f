"""A copy is called by its title and day, in whatever letters; nothing of it steers a header or a folder."""

from urllib.parse import unquote

import pytest

from citeledger.interfaces.exports.pdf import disposition
from tests.unit.exports.samples import export

DAY = "2026-11-30"


@pytest.mark.parametrize(
    ("title", "plain", "written"),
    [
        ("Returns runbook", "Returns-runbook", None),
        ("Ticket 4711: opened headphones?", "Ticket-4711-opened-headphones", None),
        ("", "Runbook", None),
        (" ?!… ", "Runbook", None),
        ("❤\ufe0f", "Runbook", None),
        ("\u3164\u0301", "Runbook", None),
        ("../../etc/passwd", "etc-passwd", None),
        ('a"; filename="b.exe"\r\nX: y', "a-filename-b-exe-X-y", None),
        ("Rückgabe für Geräte", "Ruckgabe-fur-Gerate", "Rückgabe-für-Geräte"),
        ("返品ポリシー 第2版", "2", "返品ポリシー-第2版"),
        ("سياسة الإرجاع", "Runbook", "سياسة-الإرجاع"),
        ("invoice\u202efdp.exe", "invoice-fdp-exe", None),
        ("word " * 30, ("word-" * 12)[:-1], None),
    ],
)
def test_by_title_and_day(title: str, plain: str, written: str | None) -> None:
    said = disposition(export=export(title=title))
    assert said.isascii()
    first, _, second = said.partition("; filename*=UTF-8''")
    assert first == f'attachment; filename="{plain}-{DAY}.pdf"'
    assert unquote(second) == (f"{written}-{DAY}.pdf" if written else "")


def test_a_kind_of_two_words_names_what_has_no_title() -> None:
    assert disposition(export=export(kind="memory_note", title="")) == f'attachment; filename="Memory-note-{DAY}.pdf"'
