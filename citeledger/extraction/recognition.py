"""The one program that reads printed letters: tesseract, where it is installed (threat T76: inside the limits of the
process that extracts; it gets plain pixels on its standard input and no file of a stranger).

What it answers depends on its version and on the language's trained data; `Recognizer.id` names both.
"""

import hashlib
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from citeledger.extraction.pictures import Picture

Run = Callable[[Sequence[str], bytes], bytes]
_PROGRAM = "tesseract"
_FOLDERS = "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin"  # searched where the process has no PATH
_LONGEST = 300.0  # seconds for one picture; the process around has its own limit
_VERSION = re.compile(rb"tesseract v?(\d[\w.-]*)")
_NAMED = re.compile(r"tesseract-[^+]*-(\w+)-[0-9a-f]{12}")
_DATA_FOLDER = re.compile(rb'"([^"\n]+)"')
# The trained data's names, by the first part of a BCP 47 tag ("und": nobody said). Chinese is told by its script.
_PACKS = {
    "und": "eng", "ar": "ara", "bg": "bul", "cs": "ces", "da": "dan", "de": "deu", "el": "ell", "en": "eng",
    "es": "spa", "et": "est", "fi": "fin", "fr": "fra", "he": "heb", "hi": "hin", "hr": "hrv", "hu": "hun", "it": "ita",
    "ja": "jpn", "ko": "kor", "lt": "lit", "lv": "lav", "nb": "nor", "nl": "nld", "nn": "nor", "no": "nor",
    "pl": "pol", "pt": "por", "ro": "ron", "ru": "rus", "sk": "slk", "sl": "slv", "sr": "srp", "sv": "swe",
    "th": "tha", "tr": "tur", "uk": "ukr", "vi": "vie",
}  # fmt: skip
_TRADITIONAL = frozenset({"hant", "tw", "hk", "mo"})


class RecognitionUnavailable(ValueError):
    """Printed letters cannot be read here. The administrator installs tesseract and the data of the language."""

    def __init__(self) -> None:
        super().__init__("Character recognition is not installed for the language of this document.")


@dataclass(frozen=True, slots=True)
class Recognizer:
    """tesseract with the trained data of one language. Calling it gives its table (TSV) of the words on a picture."""

    id: str
    pack: str
    run: Run

    def __call__(self, picture: Picture) -> str:
        """Raises RecognitionFailed when the program ends in an error or takes too long."""
        # One column of text or several, no guess at the page's rotation; what is unset here is tesseract's default.
        options = ["-l", self.pack, "--psm", "3", "-c", "tessedit_create_tsv=1"]
        if picture.dots_per_inch:
            options += ["--dpi", str(picture.dots_per_inch)]
        return self.run(["stdin", "stdout", *options], picture.to_pgm()).decode("utf-8", errors="replace")


class RecognitionFailed(ValueError):
    """tesseract ended in an error or took too long on a picture."""


def installed(language: str, run: Run | None = None) -> Recognizer:
    """The recogniser for a language (BCP 47 tag). Raises RecognitionUnavailable.

    `run` calls the program with arguments and input, and returns its output; by default the one that is installed.
    """
    pack, run = _pack(language), run or _tesseract
    try:
        version = _VERSION.search(run(["--version"], b""))
        folder = _DATA_FOLDER.search(run(["--list-langs"], b""))
        if pack is None or version is None or folder is None:
            raise RecognitionUnavailable
        trained = Path(os.fsdecode(folder[1])).joinpath(f"{pack}.traineddata").read_bytes()
    except (OSError, RecognitionFailed):
        raise RecognitionUnavailable from None
    digest = hashlib.sha256(trained).hexdigest()[:12]
    return Recognizer(f"tesseract-{version[1].decode()}-{pack}-{digest}", pack, run)


def language_of(extractor: str) -> str | None:
    """A tag of the language in which an extractor of this id read print; None where it read none."""
    found = _NAMED.search(extractor)
    known = {"chi_tra": "zh-Hant", "chi_sim": "zh-Hans"} | {pack: tag for tag, pack in _PACKS.items()}
    return known.get(found[1]) if found else None


def _pack(language: str) -> str | None:
    tag, *more = language.lower().split("-")
    if tag == "zh":
        return "chi_tra" if _TRADITIONAL.intersection(more) else "chi_sim"
    return _PACKS.get(tag)


def _tesseract(arguments: Sequence[str], given: bytes) -> bytes:
    program = shutil.which(_PROGRAM, path=os.environ.get("PATH", _FOLDERS))
    if program is None:
        raise RecognitionUnavailable
    # One thread: the work of one upload stays on one core, and sums come out the same each time.
    environment = {"PATH": _FOLDERS, "LC_ALL": "C.UTF-8", "OMP_THREAD_LIMIT": "1"}
    environment |= {name: os.environ[name] for name in ("TESSDATA_PREFIX",) if name in os.environ}
    try:
        finished = subprocess.run(  # noqa: S603 -- our own arguments, a program of the system
            [program, *arguments], input=given, capture_output=True, env=environment, timeout=_LONGEST, check=True
        )
    except (subprocess.SubprocessError, OSError):
        raise RecognitionFailed from None
    return finished.stdout + (finished.stderr if arguments[0].startswith("--") else b"")
