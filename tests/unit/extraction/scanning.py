"""Pictures of printed pages for the tests, and recognisers that see what a test tells them."""

from io import BytesIO

import fontpkg
from PIL import Image, ImageDraw, ImageFont

from citeledger.extraction.pictures import Picture
from citeledger.extraction.recognition import RecognitionUnavailable, Recognizer

_HEAD = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext"


def printed(*lines: str, size: int = 44) -> Image.Image:
    """Black lines on white, as large as 10 points are at 300 dots an inch."""
    page = Image.new("L", (1000, 120 + 60 * len(lines)), 255)
    font = ImageFont.truetype(str(fontpkg.path("noto sans")), size)
    for number, line in enumerate(lines):
        ImageDraw.Draw(page).text((60, 60 + 60 * number), line, font=font, fill=0)
    return page


def saved_as(kind: str, *pages: Image.Image, **options: object) -> bytes:
    """The pages as a file of that kind."""
    target = BytesIO()
    more = {"save_all": True, "append_images": pages[1:]} if len(pages) > 1 else {}
    pages[0].save(target, format=kind, **more, **options)
    return target.getvalue()


def table(*words: tuple[int, int, int, float, str]) -> str:
    """A table as tesseract prints it, of (block, paragraph, line, confidence, word); each stands at 10, 10."""
    rows = [f"5\t1\t{b}\t{p}\t{line}\t1\t10\t10\t50\t20\t{sure}\t{text}" for b, p, line, sure, text in words]
    return "\n".join([_HEAD, "1\t1\t0\t0\t0\t0\t0\t0\t900\t900\t-1\t", *rows, ""])


def seeing(answer: str, seen: list[Picture] | None = None) -> Recognizer:
    """A recogniser that reads the same table on every picture, and notes in `seen` what it was shown."""

    class _Seeing(Recognizer):
        def __call__(self, picture: Picture) -> str:
            if seen is not None:
                seen.append(picture)
            return answer

    return _Seeing("told-1", "eng", lambda arguments, given: b"")


def nothing_installed(language: str) -> Recognizer:
    """What a machine without tesseract answers."""
    raise RecognitionUnavailable
