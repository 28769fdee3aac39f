"""PDF files for the tests: typeset with typst, or written operator by operator."""

from functools import cache
from io import BytesIO

import fontpkg
import pikepdf
import typst
from pikepdf import Array, Dictionary, Name, Pdf

_FAMILIES = ("noto sans", "amiri", "heebo")
_MANNER = """
#set page(width: 300pt, height: 400pt, margin: 40pt)
#set text(size: 10pt, hyphenate: true, font: ("Noto Sans", "Amiri", "Heebo"))
#set par(justify: true)
"""


@cache
def typeset(source: str) -> bytes:
    """A PDF of a typst source, on small pages in 10 pt."""
    folders = [str(fontpkg.path(family).parent) for family in _FAMILIES]
    return bytes(typst.compile((_MANNER + source).encode(), format="pdf", font_paths=folders))


def drawn(*pages: str, **page_entries: object) -> bytes:
    """A PDF whose pages hold these content streams; /F is Helvetica, /B bold, /S Chinese (not in the file).

    Further arguments become entries of every page. A page is 300 by 400 points.
    """
    made = Pdf.new()
    for content in pages:
        page = made.add_blank_page(page_size=(300, 400))
        page.Resources = Dictionary(
            Font=Dictionary(F=_latin(made, Name.Helvetica), B=_latin(made, Name("/Helvetica-Bold")), S=_song(made))
        )
        page.Contents = made.make_stream(content.encode("latin-1"))
        for name, value in page_entries.items():
            page[f"/{name}"] = value
    return saved(made)


def saved(made: Pdf, **options: object) -> bytes:
    """The bytes of a file, the same each time."""
    target = BytesIO()
    made.save(target, deterministic_id="encryption" not in options, **options)
    return target.getvalue()


def changed(data: bytes) -> Pdf:
    """A file opened for a test to spoil."""
    return pikepdf.open(BytesIO(data))


def show(text: str, *, x: float, y: float, size: float = 10, before: str = "", font: str = "F") -> str:
    """Operators that print a line; `before` may set a mode or a colour."""
    return f"q BT {before} /{font} {size} Tf 1 0 0 1 {x} {y} Tm ({text}) Tj ET Q\n"


def column(lines: list[str], *, x: float, y: float, size: float = 10) -> list[str]:
    """Lines under one another, 12 points apart."""
    return [show(line, x=x, y=y - 12 * number, size=size) for number, line in enumerate(lines)]


def _latin(made: Pdf, name: Name) -> Dictionary:
    return made.make_indirect(
        Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=name, Encoding=Name.WinAnsiEncoding)
    )


def _song(made: Pdf) -> Dictionary:
    descriptor = Dictionary(
        Type=Name.FontDescriptor,
        FontName=Name("/STSong-Light"),
        Flags=6,
        FontBBox=Array([-25, -254, 1000, 880]),
        ItalicAngle=0,
        Ascent=880,
        Descent=-120,
        CapHeight=880,
        StemV=93,
    )
    letters = Dictionary(
        Type=Name.Font,
        Subtype=Name.CIDFontType0,
        BaseFont=Name("/STSong-Light"),
        CIDSystemInfo=Dictionary(Registry=b"Adobe", Ordering=b"GB1", Supplement=2),
        DW=1000,
        FontDescriptor=descriptor,
    )
    return made.make_indirect(
        Dictionary(
            Type=Name.Font,
            Subtype=Name.Type0,
            BaseFont=Name("/STSong-Light"),
            Encoding=Name("/UniGB-UCS2-H"),
            DescendantFonts=Array([letters]),
        )
    )
