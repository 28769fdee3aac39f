"""Bring what a host embeds in line with its sources: `python -m script.embed`, after changing words, badge or script.

Writes the shared wording and the badge's stylesheet into `static/embed/v1/citeledger.js`, and the script's integrity
into the snippets that hosts copy. One file, so that a host checks one hash (threat T71). The suite compares them all.
"""

import base64
import hashlib
import json
import re
import sys
from dataclasses import asdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SCRIPT = ROOT / "static" / "embed" / "v1" / "citeledger.js"
STYLESHEET = ROOT / "static" / "css" / "badge.css"
SNIPPETS = (ROOT / "docs" / "embed.md", ROOT / "examples" / "host" / "page.html")

_WORDS = re.compile(r"(?<=const WORDS = )\{.*?\}(?=;\n  /\* end of words \*/)", re.DOTALL)
_STYLE = re.compile(r"(?<=const STYLE = `).*?(?=`;\n  /\* end of style \*/)", re.DOTALL)
_INTEGRITY = re.compile(r'(?<=integrity=")[^"]*(?=")')


def words() -> str:
    """The wording of every state as a JavaScript object."""
    sys.path.insert(0, str(ROOT))
    from citeledger.interfaces.wording import STATES  # found only once the root is on the path

    table = {state: asdict(wording) for state, wording in STATES.items()}
    return json.dumps(table, indent=2, ensure_ascii=True).replace("\n", "\n  ")


def current_words(*, script: str) -> object:
    """The wording a script carries."""
    return json.loads(_only(_WORDS, script))


def current_style(*, script: str) -> str:
    """The stylesheet a script carries."""
    return _only(_STYLE, script)


def integrity(*, script: bytes) -> str:
    """The value of the attribute `integrity` (W3C Subresource Integrity)."""
    return f"sha384-{base64.b64encode(hashlib.sha384(script).digest()).decode()}"


def _only(pattern: re.Pattern[str], text: str) -> str:
    (found,) = pattern.findall(text)
    return str(found)


def _checked_style() -> str:
    style = STYLESHEET.read_text()
    if re.search(r"[`\\]|\$\{", style):
        raise SystemExit(f"{STYLESHEET.name} holds a character that ends or changes a JavaScript template text.")
    return style


def main() -> None:
    """Rewrite the files in place and print the integrity."""
    script = SCRIPT.read_text()
    table, style = words(), _checked_style()
    script = _STYLE.sub(lambda _: style, _WORDS.sub(lambda _: table, script))
    SCRIPT.write_text(script)
    value = integrity(script=script.encode())
    for snippet in SNIPPETS:
        snippet.write_text(_INTEGRITY.sub(value, snippet.read_text()))
    sys.stdout.write(f"{value}\n")


if __name__ == "__main__":
    main()
