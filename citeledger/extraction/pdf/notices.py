"""What a person should look at before relying on the text of a PDF: fixed sentences and counts."""

from collections.abc import Iterator, Sequence

import pypdfium2_raw as pdfium

from citeledger.extraction import unseen
from citeledger.extraction.pdf.glyphs import UNREADABLE
from citeledger.extraction.pdf.library import Handle
from citeledger.extraction.pdf.sheets import Sheet

_LETTERS = "The file does not name some of its letters: they stand as U+FFFD and cannot be quoted."
_PICTURES = "Pages that are pictures were not read: character recognition is not installed for this language."
_LAYERS = "Pages that are pictures carry a text layer of unknown quality; it cannot be quoted."
_RECOGNISED = "Pages that are pictures were read by character recognition; that was not compared with the paper."
_TURNED = "Text that does not run the way its page is read stands at the end of the page."
_OVERLAID = "Annotations lie over words of these pages: look at what they do there ({pages})."
_TYPED = "Words were typed or stamped onto these pages: they are not in the text ({pages})."
_MOST_PAGES = 20  # that are named
_ATTACHED = "Files attached to the document were not read."
_FORM = "The document has a form; what is filled into its fields was not read."


def details(opened: Handle, found: Sequence[Sheet], text: str) -> dict[str, str]:
    """Counts and facts about how the file was read."""
    counts = {"pages": len(found), "unreadable_characters": text.count(UNREADABLE)}
    facts = {name: str(count) for name, count in counts.items() if count}
    # -1 where the file is not encrypted at all; with a password it would not have opened.
    return facts if pdfium.FPDF_GetSecurityHandlerRevision(opened) < 0 else facts | {"protection": "permissions"}


def warnings(opened: Handle, found: Sequence[Sheet], text: str, *, is_recognised: bool) -> Iterator[str]:
    """What was left out, added or doubtful, as far as this file has it."""
    scanned = [sheet for sheet in found if sheet.is_picture]
    yield from unseen.told(sum(len(sheet.hidden) for sheet in found if not sheet.is_picture))
    if UNREADABLE in text:
        yield _LETTERS
    if any(line for sheet in found for turned in sheet.turned for line in turned):
        yield _TURNED
    if scanned:
        yield _RECOGNISED if is_recognised else _PICTURES
        if not is_recognised and any(sheet.hidden for sheet in scanned):
            yield _LAYERS
    yield from _named(_OVERLAID, [sheet for sheet in found if sheet.is_overlaid])
    yield from _named(_TYPED, [sheet for sheet in found if sheet.has_more_words])
    if pdfium.FPDFDoc_GetAttachmentCount(opened) > 0:
        yield _ATTACHED
    if pdfium.FPDF_GetFormType(opened) != pdfium.FORMTYPE_NONE:
        yield _FORM


def _named(warning: str, found: Sequence[Sheet]) -> Iterator[str]:
    """A warning that names the pages it is about, if there are any."""
    more = ["…"] if len(found) > _MOST_PAGES else []
    if found:
        yield warning.format(pages=", ".join([*(str(sheet.index + 1) for sheet in found[:_MOST_PAGES]), *more]))
