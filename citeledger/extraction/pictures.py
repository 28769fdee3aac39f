"""Pictures to plain grey pixels, within limits, so that no other program ever decodes a stranger's file.

tesseract takes a file that is no picture for a list of further files and addresses to fetch: it only ever gets what
is made here.
"""

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO

from PIL import Image, ImageOps

from citeledger.extraction.extracted import Unreadable

MOST_PIXELS = 80_000_000  # A3 at 600 dots an inch
MOST_PICTURES = 500  # in one file
_KINDS = ("PNG", "JPEG", "TIFF")
_LIKELY = range(70, 1201)  # dots an inch; what else a file claims is a camera's default


@dataclass(frozen=True, slots=True)
class Picture:
    """Rows of grey pixels (0 black, 255 white), and how many make an inch; None where nobody knows."""

    width: int
    height: int
    pixels: bytes
    dots_per_inch: int | None = None

    def to_pgm(self) -> bytes:
        """The picture as a Netpbm grey map, the plainest of formats."""
        return b"P5 %d %d 255\n" % (self.width, self.height) + self.pixels


def pictures(data: bytes) -> Iterator[Picture]:
    """Every picture of a PNG, JPEG or TIFF file, turned the way its file says it is seen. Raises Unreadable."""
    try:
        with warnings.catch_warnings(action="ignore"), Image.open(BytesIO(data), formats=_KINDS) as opened:
            for index in range(_count(opened)):
                opened.seek(index)
                yield _picture(opened)
    except Exception:  # noqa: BLE001 -- a decoder fed with broken files raises whatever it likes
        raise Unreadable from None


def _count(opened: Image.Image) -> int:
    # An animation is one picture that moves; a TIFF file is a stack of pages.
    count = int(getattr(opened, "n_frames", 1)) if opened.format == "TIFF" else 1
    if count > MOST_PICTURES:
        raise Unreadable
    return count


def _picture(opened: Image.Image) -> Picture:
    if opened.width * opened.height > MOST_PIXELS:
        raise Unreadable
    grey = _grey(ImageOps.exif_transpose(opened))
    return Picture(grey.width, grey.height, grey.tobytes(), _resolution(opened))


def _grey(image: Image.Image) -> Image.Image:
    """As it looks on white paper."""
    if image.mode.startswith("I;16"):
        return image.convert("I").point(lambda value: value / 256).convert("L")
    if image.mode in {"LA", "PA", "RGBA"} or "transparency" in image.info:
        seen = image.convert("RGBA")
        paper = Image.new("RGBA", seen.size, "white")
        return Image.alpha_composite(paper, seen).convert("L")
    return image.convert("L")


def _resolution(opened: Image.Image) -> int | None:
    dots = round(float(opened.info.get("dpi", (0, 0))[0]))
    return dots if dots in _LIKELY else None
