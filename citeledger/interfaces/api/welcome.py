"""The three lines with which a program author begins: mint a span, record an answer, read its citation."""

import json
import shlex
from dataclasses import dataclass
from typing import Any, Final

_SPAN_TO_COME: Final = "00000000-0000-0000-0000-000000000000"
_UID: Final = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A passage to cite: a version's uid and `start` in code points of its canonical text; `exact` is the passage."""

    version: str
    start: int
    exact: str


def curl_lines(*, base_url: str, token: str, example: Example) -> tuple[str, str, str]:
    """Three lines for a POSIX shell with curl and grep, to be pasted one after the other into the same shell.

    The first two keep a uid in a variable (SPAN, CITATION) for the next, and show what the API answered: a refusal is
    read, not swallowed. `base_url` has no slash at its end.
    """
    api = f"{base_url}/api/v1"
    return (
        f"SPAN=$({_post(api + '/spans', token, _spans(example))} | {_first_uid('uid')})",
        f"CITATION=$({_post(api + '/answers', token, _answer(example))} | {_first_uid('citations')})",
        f'curl -sS {_token(token)} "{api}/citations/$CITATION/panel"',
    )


def _spans(example: Example) -> str:
    end = example.start + len(example.exact)
    return _quoted(
        {"spans": [{"version": example.version, "start": example.start, "end": end, "exact": example.exact}]}
    )


def _answer(example: Example) -> str:
    statement = {"type": "statement", "text": example.exact, "basis": "quoted", "spans": [_SPAN_TO_COME]}
    # Out of the single quotes, so that the shell puts the uid of the line before in its place.
    return _quoted({"kind": "answer", "segments": [statement]}).replace(_SPAN_TO_COME, "'$SPAN'")


def _quoted(body: dict[str, Any]) -> str:
    # ASCII only: a terminal's encoding must not change the passage.
    return shlex.quote(json.dumps(body))


def _post(address: str, token: str, body: str) -> str:
    return f"curl -sS {_token(token)} -H 'Content-Type: application/json' {address} -d {body}"


def _token(token: str) -> str:
    return f"-H {shlex.quote(f'Authorization: Bearer {token}')}"


def _first_uid(member: str) -> str:
    return f"""tee /dev/stderr | grep -oE '"{member}":\\[?"{_UID}' | head -1 | grep -oE '{_UID}'"""
