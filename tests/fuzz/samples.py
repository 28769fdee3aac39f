"""Small valid files of every format, made anew for each run: what the fuzz run spoils."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import docx
import openpyxl
import pikepdf
from PIL import Image

from tests.unit.extraction.letters import letter, paragraph
from tests.unit.extraction.printing import changed, drawn, show, typeset
from tests.unit.extraction.scanning import printed, saved_as
from tests.unit.extraction.test_docx import chosen, ticked
from tests.unit.extraction.test_pdf_scans import GREY, HIDDEN, scanned

_WORDS = "Opened electronics may be returned within 30 days (§ 4.2), fee 2.5 % – “at most” 5 €.\n"
_OFFICE = "application/vnd.openxmlformats-officedocument."
_MARKDOWN = f"---\ntitle: T\n---\n# Refunds\n\n{_WORDS}\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> quote\n"
_RST = f"Refunds\n=======\n\n{_WORDS}\n.. note:: see\n\n+---+---+\n| a | b |\n+---+---+\n\n::\n\n  code\n\n* one\n"
_HTML = f"""<!doctype html><html><head><title>T</title><style>.h {{display: none}}</style></head><body><h1>Refunds</h1>
<p>{_WORDS}
<math><mn>6</mn><mfrac><mn>1</mn><mroot><mn>8</mn><mn>3</mn></mroot></mfrac></math>
<br>5&nbsp;EUR <span class="h">OLD</span><del>60</del></p><ul><li>one<li>two</ul>
<table><caption>Fees</caption><tr><th>Item<th>Days<tr><td rowspan=2>Card<td>14<tr><td>15</table>
<img alt="chart"><figure><figcaption>F</figcaption></figure>
<details><summary>More</summary>hidden</details><pre>code\n  more</pre><select><option>1</select></body></html>"""
_MAIL = """From: a@example.org\r\nTo: b@example.org\r\nSubject: =?utf-8?q?R=C3=BCckgabe?=\r
Date: Mon, 30 Nov 2026 10:00:00 +0000\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r
--b\r\nContent-Type: multipart/alternative; boundary="c"\r\n\r\n--c\r\nContent-Type: text/plain; charset=utf-8\r
Content-Transfer-Encoding: quoted-printable\r\n\r\nWithin 30 days=2C really.\r\n> quoted\r\n--c\r
Content-Type: text/html\r\n\r\n<p>Within 30 days</p>\r\n--c--\r\n--b\r\nContent-Type: application/pdf; name="a.pdf"\r
Content-Disposition: attachment; filename="a.pdf"\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA\r\n--b--\r\n"""
_PARTS = """<m:oMath><m:d><m:e><m:f><m:num><m:r><m:t>a+b</m:t></m:r></m:num><m:den><m:rad><m:deg><m:r><m:t>3</m:t></m:r>
</m:deg><m:e><m:r><m:t>8</m:t></m:r></m:e></m:rad></m:den></m:f></m:e></m:d></m:oMath>"""
_CSV = 'Item;Days;Fee\n"Opened; electronics";30;2,5\nGift cards;14;\n"line\nbreak";0;"""q"""\n'


def _word() -> list[bytes]:
    made = docx.Document()
    made.add_heading("Refunds", 1)
    made.add_paragraph(_WORDS).add_run("bold").bold = True
    made.add_paragraph("one", style="List Bullet")
    table = made.add_table(rows=2, cols=2)
    table.cell(0, 0).text, table.cell(1, 1).text = "Item", "30"
    table.cell(0, 1).merge(table.cell(1, 1))
    made.sections[0].header.paragraphs[0].text = "Policy 7"
    return [_file(made.save), letter(paragraph(_PARTS + ticked("") + chosen("<w:result w:val='1'/>")))]


def _workbook() -> list[bytes]:
    made = openpyxl.Workbook()
    sheet = made.active
    sheet.append(["Item", "Days", "Due"])
    sheet.append(["Opened", 30, "=B2*2"])
    sheet.append(["Card", 0.025, None])
    sheet["B3"].number_format = "0.0%"
    sheet.merge_cells("A4:B5")
    sheet["A4"] = "Both"
    made.create_sheet("Hidden").sheet_state = "hidden"
    return [_file(made.save)]


def _pdf() -> list[bytes]:
    plain = drawn(show("The window is 30 days.", x=20, y=300), "0 0 1 RG 20 20 100 100 re S " + show("x", x=30, y=30))
    set_ = typeset(
        "= Refunds\nOpened 😀 10²\n#table(columns: 2, [a], [b], [c], [d])\n#text(dir: rtl)[שלום 5]#super[1]\n\n1 N"
    )
    return [plain, set_, _unpacked(plain), _unpacked(set_), scanned(drawn(HIDDEN), GREY)]


def _unpacked(data: bytes) -> bytes:
    """Without compression, so that spoilt bytes reach what reads operators, fonts and tables."""
    target = BytesIO()
    with changed(data) as opened:
        opened.save(target, compress_streams=False, stream_decode_level=pikepdf.StreamDecodeLevel.all, static_id=True)
    return target.getvalue()


def _pictures(kind: str, *modes: str) -> list[bytes]:
    page = printed("30 days").resize((110, 24))
    return [saved_as(kind, page.convert(mode)) for mode in modes]


def _file(save: Callable[[BytesIO], None]) -> bytes:
    target = BytesIO()
    save(target)
    return target.getvalue()


def _pinned(name: str) -> bytes:
    """A file that is kept in the repository: with footnotes, forms, hidden text."""
    return (Path(__file__).resolve().parent.parent / "data" / "extraction" / name).read_bytes()


def _texts(source: str) -> Callable[[], list[bytes]]:
    return lambda: [source.encode(), source.encode("utf-16"), source.encode("cp1252", errors="replace")]


SAMPLES: dict[str, Callable[[], list[bytes]]] = {
    "text/plain": _texts(_WORDS * 3),
    "text/markdown": _texts(_MARKDOWN),
    "text/x-rst": _texts(_RST),
    "text/html": lambda: [*_texts(_HTML)(), _pinned("sample.html")],
    "text/csv": _texts(_CSV),
    "message/rfc822": lambda: [_MAIL.encode()],
    "application/pdf": lambda: [*_pdf(), _unpacked(_pinned("sample.pdf"))],
    f"{_OFFICE}wordprocessingml.document": lambda: [*_word(), _pinned("sample.docx")],
    f"{_OFFICE}spreadsheetml.sheet": lambda: [*_workbook(), _pinned("sample.xlsx")],
    "image/png": lambda: _pictures("PNG", "1", "L", "P", "LA", "RGBA"),
    "image/jpeg": lambda: _pictures("JPEG", "L", "RGB"),
    "image/tiff": lambda: [*_pictures("TIFF", "1", "L", "RGB"), saved_as("TIFF", *[Image.new("1", (9, 9))] * 3)],
}
"""For each media type, what makes its files. A format of FORMATS that is missing here fails the run."""
