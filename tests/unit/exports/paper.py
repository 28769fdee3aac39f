"""Reads a report back as a stranger's program would: text, positions, metadata and attachment, with pikepdf alone."""

import io
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pikepdf

LINE = 2.0  # points; runs whose baselines differ by more are on different lines


@dataclass(frozen=True)
class Run:
    """Characters drawn at once. `left`, `right`, `baseline` in points from the lower left corner of the page."""

    text: str
    left: float
    right: float
    baseline: float
    size: float


@dataclass(frozen=True)
class Face:
    characters: dict[int, str]
    widths: dict[int, float]


class Paper:
    """One PDF, opened from bytes."""

    def __init__(self, pdf: bytes) -> None:
        self.file = pikepdf.open(io.BytesIO(pdf))

    @cached_property
    def pages(self) -> list[str]:
        return [_lines(list(_runs(page))) for page in self.file.pages]

    @cached_property
    def text(self) -> str:
        return "\n".join(self.pages)

    @cached_property
    def unbroken(self) -> str:
        """All characters but white space: what was said, wherever lines end."""
        return re.sub(r"\s", "", self.text)

    @cached_property
    def runs(self) -> list[list[Run]]:
        return [list(_runs(page)) for page in self.file.pages]

    @property
    def attachment(self) -> bytes:
        (specification,) = self.file.Root.AF
        return specification.EF.F.read_bytes()

    @property
    def facts(self) -> dict[str, Any]:
        return json.loads(self.attachment)

    @property
    def xmp(self) -> dict[str, Any]:
        names = self.file.open_metadata()
        return {name.rpartition("}")[2] if "pdfua" not in name else "pdfua-part": names[name] for name in names}

    @property
    def strokes(self) -> Counter[str]:
        """How many lines and curves all pages are drawn with, drawings they use included."""
        return sum((_strokes(page) for page in self.file.pages), Counter())

    @property
    def tags(self) -> list[Any]:
        return list(_tags(self.file.Root.StructTreeRoot))


def _lines(runs: list[Run]) -> str:
    text, baseline = "", None
    for run in runs:
        if baseline is not None and abs(run.baseline - baseline) > LINE:
            text += "\n"
        text, baseline = text + run.text, run.baseline
    return text


def _runs(page: pikepdf.Page) -> Iterator[Run]:
    faces = {name: _face(font) for name, font in page.Resources.Font.items()}
    x = y = size = 0.0
    face = Face({}, {})
    for operands, operator in pikepdf.parse_content_stream(page):
        match str(operator):
            case "cm":
                x, y = float(operands[4]), float(operands[5])
            case "Tf":
                face, size = faces[str(operands[0])], float(operands[1])
            case "Tj":
                yield _run([operands[0]], face=face, size=size, x=x, y=y)
            case "TJ":
                yield _run(list(operands[0]), face=face, size=size, x=x, y=y)


def _run(shown: list[Any], *, face: Face, size: float, x: float, y: float) -> Run:
    text, advance = "", 0.0
    for item in shown:
        if isinstance(item, pikepdf.String):
            codes = _codes(bytes(item))
            text += "".join(face.characters.get(code, "") for code in codes)
            advance += sum(face.widths.get(code, 0.0) for code in codes)
        else:
            advance -= float(item)
    return Run(text=text, left=x, right=x + advance * size / 1000, baseline=y, size=size)


def _codes(shown: bytes) -> list[int]:
    return [int.from_bytes(shown[at : at + 2]) for at in range(0, len(shown), 2)]


def _face(font: Any) -> Face:
    mapping = font.ToUnicode.read_bytes().decode("ascii", "replace")
    return Face(characters=dict(_characters(mapping)), widths=dict(_widths(font.DescendantFonts[0].W)))


def _characters(mapping: str) -> Iterator[tuple[int, str]]:
    """The `bfchar` and `bfrange` entries of a ToUnicode map (PDF 1.7, 9.10.3)."""
    for block in re.findall(r"beginbfchar(.*?)endbfchar", mapping, re.DOTALL):
        for code, text in re.findall(r"<(\w+)>\s*<(\w+)>", block):
            yield int(code, 16), bytes.fromhex(text).decode("utf-16-be")
    for block in re.findall(r"beginbfrange(.*?)endbfrange", mapping, re.DOTALL):
        for first, last, text in re.findall(r"<(\w+)>\s*<(\w+)>\s*<(\w+)>", block):
            start = int(first, 16)
            for code in range(start, int(last, 16) + 1):
                yield code, chr(ord(bytes.fromhex(text).decode("utf-16-be")) + code - start)


def _widths(array: Any) -> Iterator[tuple[int, float]]:
    """The `W` array of a CIDFont, both of its forms (PDF 1.7, 9.7.4.3)."""
    items = list(array)
    while items:
        first = int(items.pop(0))
        following = items.pop(0)
        if isinstance(following, pikepdf.Array):
            yield from ((first + at, float(width)) for at, width in enumerate(following))
        else:
            width = float(items.pop(0))
            yield from ((code, width) for code in range(first, int(following) + 1))


def _strokes(content: Any) -> Counter[str]:
    drawn = Counter(str(operator) for _, operator in pikepdf.parse_content_stream(content))
    drawings = content.get("/Resources", {}).get("/XObject", {}).values()
    return sum((_strokes(drawing) for drawing in drawings), Counter({name: drawn[name] for name in "clm"}))


def _tags(element: Any) -> Iterator[Any]:
    children = element.get("/K", [])
    for child in children if isinstance(children, pikepdf.Array) else [children]:
        if isinstance(child, pikepdf.Dictionary) and "/S" in child:
            yield child
            yield from _tags(child)
