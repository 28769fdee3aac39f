"""No work on text while a transaction writes: on SQLite that is the one lock of the whole database."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any, Final

import pytest
from django.db import connection

import citeledger
from citeledger.core import hashing
from citeledger.log import replies
from tests.functional.api.cast import (
    POLICY,
    SENTENCE,
    Program,
    World,
    mint,
    publish,
    quoting,
    read_upload,
    span_of,
    uid_of,
)
from tests.functional.api.routes import ROWS, Row
from tests.ground.databases import BuiltOnce

ROOT: Final = Path(citeledger.__file__).parent
# What of the pure core a transaction may call: nothing here looks at a document's text.
SHORT: Final = {
    "hashing",
    "headings",
    "kinds",
    "lineage",
    "merkle",
    "moments",
    "names",
    "outcomes",
    "principals",
    "refusals",
} | {
    *("states", "statements", "visibility", "__init__")  # visibility: of names; headings: the marks they begin with
}
NAMES: Final = {"between", "rule_id", "normalizer", "normalizer_ids"}  # of rules, not of what they say of a text
LONG: Final = 20_000  # code points or bytes: a digest of so much is work on text, too
TALE: Final = POLICY + "\n" + "Nothing of this is a policy. " * 2000
REWORDED: Final = SENTENCE.replace("request a refund", "ask for their money back")
EDITED: Final = TALE.replace(SENTENCE, REWORDED)


@dataclass
class Work:
    """Calls into the text's modules: before a transaction, and, as they must never be, inside one."""

    before: set[str] = field(default_factory=set)
    inside: set[str] = field(default_factory=set)


def _is_on_text(frame: FrameType) -> bool:
    code = frame.f_code
    if code is hashing.sha256_hex.__code__:
        return len(frame.f_locals["data"]) > LONG
    return _is_of_text(code.co_filename) and code.co_name not in NAMES


@cache
def _is_of_text(file: str) -> bool:
    """Asked of every call there is: remembered for each file."""
    path = Path(file)
    if not path.is_relative_to(ROOT):
        return False
    inside = path.relative_to(ROOT)
    return inside.parts[0] == "extraction" or (inside.parts[0] == "core" and inside.stem not in SHORT)


@contextmanager
def watched() -> Iterator[Work]:
    """Note every call while the block runs. The test itself is one transaction; what writes opens another in it."""
    work, outside = Work(), len(connection.savepoint_ids)

    def note(frame: FrameType, event: str, _argument: Any) -> None:
        if event == "call" and _is_on_text(frame):
            found = work.inside if len(connection.savepoint_ids) > outside else work.before
            found.add(f"{Path(frame.f_code.co_filename).stem}.{frame.f_code.co_name}")

    sys.setprofile(note)
    try:
        yield work
    finally:
        sys.setprofile(None)


@dataclass(frozen=True)
class Edited:
    """A long document whose cited sentence changed, and whoever did all that."""

    by: Program
    document: str
    first: str
    second: str
    citation: str

    @classmethod
    def of(cls, owner: Program) -> "Edited":
        document = uid_of(owner.post("documents", {"title": "Refund policy"}))
        first = publish(owner, document, TALE)
        said = quoting(SENTENCE, mint(owner, first, SENTENCE, text=TALE))
        said["segments"][0] |= {"text": "A month.", "basis": "paraphrased"}
        citation = owner.post("answers", said).json()["citations"][0]
        return cls(owner, document, first, publish(owner, document, EDITED, expected=first), citation)


@pytest.fixture(scope="module")
def _edited(built_once: BuiltOnce, _owner: Program) -> Edited:
    return built_once(lambda: Edited.of(_owner))


@pytest.fixture
def edited(_edited: Edited, owner: Program) -> Edited:
    return replace(_edited, by=owner)


def _publish(edited: Edited) -> tuple[str, Any]:
    body = {"text": TALE + "More.\n", "media_type": "text/markdown", "expected_version": edited.second}
    return f"documents/{edited.document}/versions", body


def _revert(edited: Edited) -> tuple[str, Any]:
    return f"documents/{edited.document}/revert", {"to": edited.first, "expected_version": edited.second}


def _receive(_edited: Edited) -> tuple[str, Any]:
    return "uploads?file_name=tale.md", TALE.encode()


def _publish_upload(edited: Edited) -> tuple[str, Any]:
    return f"uploads/{read_upload(edited.by, TALE, document=edited.document)}/publication", {}


def _mint(edited: Edited) -> tuple[str, Any]:
    return "spans", {"spans": [span_of(edited.second, "Gift cards are not refunded.", text=EDITED)]}


def _record(edited: Edited) -> tuple[str, Any]:
    cards = "Gift cards are not refunded."
    return "answers", quoting(cards, mint(edited.by, edited.second, cards, text=EDITED))


def _rebind(edited: Edited) -> tuple[str, Any]:
    start = TALE.index(SENTENCE)
    cited = {"version": edited.first, "start": start, "end": start + len(SENTENCE)}
    to = span_of(edited.second, REWORDED, text=EDITED)
    return f"citations/{edited.citation}/rebindings", {"cited": cited, "to": to}


def _attest(edited: Edited) -> tuple[str, Any]:
    return f"citations/{edited.citation}/attestations", {"note": "Still so.", "versions": [edited.second]}


@pytest.mark.parametrize("headers", [{}, {"Idempotency_Key": "a-key"}], ids=["once", "under a key"])
@pytest.mark.parametrize(
    "change",
    [_publish, _revert, _receive, _publish_upload, _mint, _record, _rebind, _attest],
    ids=lambda change: change.__name__,
)
def test_texts_are_read_before_the_one_write_lock_is_taken(
    edited: Edited, change: Callable[[Edited], tuple[str, Any]], headers: dict[str, str]
) -> None:
    path, body = change(edited)
    kind = {"Content-Type": "text/markdown"} if isinstance(body, bytes) else {}
    with watched() as work:
        response = edited.by.post(path, body, **headers, **kind)

    assert response.status_code in {201, 202}, response.content
    assert work.inside == set()
    assert work.before


@pytest.mark.parametrize("row", [row for row in ROWS if row.method == "POST"], ids=lambda row: row.path)
def test_no_change_of_the_api_reads_texts_in_its_transaction(world: World, row: Row) -> None:
    """Whatever is added to the API is added here, with the table of its routes."""
    kind = {"Content-Type": row.content_type} if row.content_type else {}
    with watched() as work:
        path, body = row.path.format(**vars(world)), row.body(world)
        response = world.owner.post(path, body, Idempotency_Key="a-key", **kind)

    assert response.status_code < 500
    assert work.inside == set()


def test_whoever_was_overtaken_by_its_twin_hears_what_the_twin_heard(edited: Edited) -> None:
    """The twin's publication is why there is nothing left to publish when this one looks at the upload."""
    path, body = _publish_upload(edited)
    first = edited.by.post(path, body, Idempotency_Key="a-key")
    looked = iter([True])

    with pytest.MonkeyPatch.context() as patch:
        find = replies._kept
        patch.setattr(replies, "_kept", lambda request: None if next(looked, False) else find(request))
        second = edited.by.post(path, body, Idempotency_Key="a-key")

    assert (first.status_code, first.content) == (201, second.content)
    assert second.status_code == 201
    assert second["Idempotent-Replayed"] == "true"
