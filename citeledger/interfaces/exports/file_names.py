"""What a copy is called where it is kept: by its title, as far as that is letters and digits, and its day."""

import re
import unicodedata
from typing import Final
from urllib.parse import quote

from citeledger.interfaces.exports.export import Export
from citeledger.interfaces.exports.glyphs import INKLESS
from citeledger.interfaces.exports.sentences import KINDS

_LONGEST: Final = 60  # code points of the title
_LETTERS: Final = frozenset("LMN")  # letters, marks, numbers; no signs, spaces, or what nobody sees


def disposition(*, export: Export) -> str:
    """The header Content-Disposition (RFC 6266): the name in ASCII for everybody, as it is written for who knows."""
    plain, named = (f"{name}-{export.computed_at:%Y-%m-%d}.pdf" for name in _names(export))
    written = "" if plain == named else f"; filename*=UTF-8''{quote(named, safe='')}"
    return f'attachment; filename="{plain}"{written}'


def _names(export: Export) -> tuple[str, str]:
    kind = _joined(KINDS[export.kind])
    named = _joined(unicodedata.normalize("NFC", export.title)) or kind
    return _joined(unicodedata.normalize("NFKD", named).encode("ascii", "ignore").decode()) or kind, named


def _joined(text: str) -> str:
    """The words between hyphens; a title without any is empty."""
    kept = "".join(sign if _is_kept(sign) else " " for sign in text)
    return re.sub(r" +", "-", kept.strip())[:_LONGEST].rstrip("-") if any(map(str.isalnum, kept)) else ""


def _is_kept(sign: str) -> bool:
    return unicodedata.category(sign)[0] in _LETTERS and ord(sign) not in INKLESS
