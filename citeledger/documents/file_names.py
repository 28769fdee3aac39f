"""Names of uploaded files: a stranger's words, kept as a hint for people and never used as a path (threat T78)."""

import re
import unicodedata

LONGEST_FILE_NAME = 200  # code points
_FOLDERS = re.compile(r"[/\\]")
# Controls, surrogates, format characters (which turn or hide text), line and paragraph separators.
_DROPPED = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


def shown_name(given: str) -> str:
    """The name as it may be shown: the part behind the last folder, one line, nothing hidden in it; may be empty."""
    return visible_line(_FOLDERS.split(given)[-1])[:LONGEST_FILE_NAME]


def visible_line(given: str) -> str:
    """The same words in one line, in NFC, with nothing hidden in it; may be empty."""
    name = unicodedata.normalize("NFC", given)
    kept = "".join(character for character in name if unicodedata.category(character) not in _DROPPED)
    return " ".join(kept.split())


def proposed_title(file_name: str) -> str:
    """What a document made from this file might be called: the name without its ending, words apart."""
    stem = file_name.rpartition(".")[0] or file_name
    return " ".join(stem.replace("_", " ").split())
