"""What every extractor takes, gives and refuses with: the one small protocol of this package.

An extractor is a module with `EXTRACTOR` (its id: rule version and the version of every library whose output it
stores, such as "pdf/1+pdfium-5.15.0") and `extract(data, options) -> Extraction`.
"""

from dataclasses import dataclass

from citeledger.extraction.structure import Structure


class Unreadable(ValueError):
    """The file cannot be read as what it says it is: broken, encrypted, a bomb, or reaching outside itself.

    One fixed message, which repeats nothing of the input (threats T76-T80). The owner saves the file anew.
    """

    def __init__(self) -> None:
        super().__init__("The file cannot be read: it is damaged, protected, too large inside, or not what it claims.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What a reading may depend on besides the bytes; an extractor that uses one names its value in its id.

    `language` is a BCP 47 tag (for recognition of printed characters), `least_confidence` is in thousandths: words
    read with less are kept, and cannot be quoted.
    """

    language: str = "en"
    least_confidence: int = 800


@dataclass(frozen=True, slots=True)
class Extraction:
    """What is stored with a version: its canonical text, the text's structure, and the id of what made both."""

    text: str
    structure: Structure
    extractor: str
