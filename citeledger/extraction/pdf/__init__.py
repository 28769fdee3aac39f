"""PDF to canonical text: what a reader sees on the pages, in the order it is read.

Rules of this reading:

- Characters and their places come from pdfium; lines, columns and paragraphs from the places alone, so the text does
  not depend on the order a program wrote it in.
- The text keeps what is printed: line ends, and hyphens at them (`core.reading.hyphens` looks through these when
  comparing).
  pdfium spells ligatures out and names letters beyond U+FFFF in halves; both come out as whole letters. Small raised
  digits become the raised characters they look like.
- What no reader sees (invisible or transparent letters, white on the bare page, under a later picture, filled
  rectangle or annotation, in a layer switched off, outside the crop box, under one point in size) is left out, with a
  warning.
  `scans` says what becomes of text layers under pictures, `spoken` what of text that a file gives in place of its own.
- Words that a line is drawn through (`strikes`) or an annotation strikes out stay, struck, and cannot be quoted.
- Words that stand for pictures (alternative texts) come after the text of their page, marked as what they are.
- Letters that the file draws without saying which they are stand as U+FFFD and cannot be quoted.
- A file that opens without a password is read even if it forbids changes; one that needs a password is Unreadable.
- Scripts, links, forms and attachments are never followed; files attached and forms are named in the warnings.
"""

from collections.abc import Callable
from importlib.metadata import version

from citeledger.extraction import ocr
from citeledger.extraction.extracted import Extraction, Options, Unreadable
from citeledger.extraction.pdf import library, notices
from citeledger.extraction.pdf.bombs import refuse_bombs
from citeledger.extraction.pdf.library import Handle
from citeledger.extraction.pdf.scans import Scans
from citeledger.extraction.pdf.sheets import Sheet, read_sheets
from citeledger.extraction.pdf.writing import Writer
from citeledger.extraction.recognition import RecognitionUnavailable, Recognizer, installed

EXTRACTOR = f"pdf/4+pdfium-{version('pypdfium2')}"


def extract(data: bytes, options: Options, *, recognizer_for: Callable[[str], Recognizer] = installed) -> Extraction:
    """Read a PDF file. Raises Unreadable, and RecognitionUnavailable for a scan where nothing reads pictures.

    The options matter for pages that are pictures alone; then the extractor's id names them.
    """
    refuse_bombs(data)
    with library.document(data) as opened:
        return _read(opened, options, recognizer_for)


def _read(opened: Handle, options: Options, recognizer_for: Callable[[str], Recognizer]) -> Extraction:
    found = list(read_sheets(opened))
    scans = Scans(opened, options, recognizer_for) if any(sheet.is_picture for sheet in found) else None
    writer = Writer(found)
    for sheet in found:
        with writer.builder.page(sheet.label):
            writer.write(sheet)
            if scans and sheet.is_picture:
                _write_scan(writer, scans, sheet, least=options.least_confidence)
    writer.mark_endnotes()
    text = writer.builder.text()
    recognize = scans.recognize if scans else None
    if not text.strip():
        raise RecognitionUnavailable if scans and recognize is None else Unreadable
    writer.builder.details |= notices.details(opened, found, text)
    writer.builder.warnings += notices.warnings(opened, found, text, is_recognised=recognize is not None)
    extractor = f"{EXTRACTOR}+{ocr.RULE}+{ocr.recognized_by(recognize, options)}" if recognize else EXTRACTOR
    return Extraction(text, writer.builder.structure(), extractor)


def _write_scan(writer: Writer, scans: Scans, sheet: Sheet, *, least: int) -> None:
    recognised = scans.words(sheet)
    if recognised is None:
        writer.write_layer(sheet)
    else:
        ocr.write_words(writer.builder, recognised, least=least)
