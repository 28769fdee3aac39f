"""What adversaries send, and what they hear back."""

import re
from typing import Any

from tests.functional.api.cast import Program, World
from tests.functional.api.test_bad_input import nothing_changes, refused

__all__ = ["nothing_changes", "refused"]

_UID = re.compile(rb"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_OF_THE_REQUEST = {"date", "x-request-id"}
CLAIM = "It is so."


def claiming(text: str = CLAIM, *spans: str, basis: str = "paraphrased", **more: Any) -> dict[str, Any]:
    """A statement on spans, and whatever else is said of it."""
    rests = {"spans": [*spans]} if spans else {}
    return {"type": "statement", "text": text, "basis": basis, **rests, **more}


def answer_of(*segments: dict[str, Any], kind: str = "answer", **more: Any) -> dict[str, Any]:
    return {"kind": kind, "segments": [*segments], **more}


def recorded(by: Program, *segments: dict[str, Any], kind: str = "answer", **more: Any) -> dict[str, Any]:
    response = by.post("answers", answer_of(*segments, kind=kind, **more))
    assert response.status_code == 201, response.content
    return dict(response.json())


def heard(response: Any) -> tuple[int, list[tuple[str, str]], bytes]:
    """Status, headers and bytes; uids, which the asker knows or cannot foresee, are all one."""
    headers = [(name, value) for name, value in response.items() if name.lower() not in _OF_THE_REQUEST]
    return response.status_code, headers, _UID.sub(b"<uid>", response.content)


def state_of(by: Program, citation: str) -> str:
    (verdict,) = by.post("verdicts", {"citations": [citation]}).json()
    return str(verdict["state"])


def read_back(by: Program, uid: str, query: str = "?texts=all") -> list[tuple[str | None, str | None]]:
    """Each segment's words and state."""
    segments = by.get(f"answers/{uid}{query}").json()["segments"]
    return [(part["text"], part["state"]) for part in segments]


def grant(by: Program, what: str, uid: str, name: str, *rights: str, action: str = "grants") -> None:
    """Let somebody do this with a document or an answer of one's own; or with `grants/revoke`, not any more."""
    for right in rights:
        body = {"right": right, "holder": {"kind": "user", "name": name}}
        assert by.post(f"{what}/{uid}/{action}", body).status_code == 204


def bar(by: Program, what: str, uid: str, name: str, *rights: str) -> None:
    grant(by, what, uid, name, *rights, action="grants/revoke")


def let_in(world: World, name: str) -> None:
    """Let somebody read and cite the policy of a world."""
    grant(world.owner, "documents", world.document, name, "read", "cite")


def shut_out(world: World, name: str) -> None:
    bar(world.owner, "documents", world.document, name, "cite", "read")


def places(version: str, text: str, count: int) -> list[dict[str, Any]]:
    """As many spans of one character as asked, each at another place of the text."""
    letters = [at for at, letter in enumerate(text) if letter.isalnum()][:count]
    assert len(letters) == count
    return [{"version": version, "start": at, "end": at + 1, "exact": text[at]} for at in letters]
