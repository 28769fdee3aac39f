"""Envelopes: canonical, signed under a key of their own, and opened only as they were issued."""

import copy
import hashlib
import hmac
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest
import rfc8785
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from hypothesis import given
from hypothesis import strategies as st

from citeledger.core.envelopes import BadEnvelope, Envelope, HandedSegment, opened, sealed, signing_key

KEY = signing_key(installation_secret="a secret of the installation")
OTHER = signing_key(installation_secret="another secret of the installation")
AT = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
ENVELOPE = Envelope(
    uid=UUID(int=1),
    answer=UUID(int=2),
    sender=UUID(int=3),
    receiver=UUID(int=4),
    issued_at=AT,
    expires_at=AT.replace(day=29, month=12),
    segments=(
        HandedSegment("Refunds\n", None),
        HandedSegment("Café vouchers 👩‍👩‍👧 are.", UUID(int=5)),
        HandedSegment(None, UUID(int=6)),
    ),
)


@pytest.fixture
def envelope() -> dict[str, Any]:
    return dict(sealed(envelope=ENVELOPE, key=KEY))


def test_an_envelope_opens_as_it_was_issued(envelope: dict[str, Any]) -> None:
    assert opened(envelope=envelope, keys=[KEY]) == ENVELOPE.uid
    assert opened(envelope=dict(reversed(envelope.items())), keys=[OTHER, KEY]) == ENVELOPE.uid


def test_it_says_what_it_is(envelope: dict[str, Any]) -> None:
    assert envelope | {"key": "", "signature": ""} == {
        "version": "hand-off/1",
        "uid": str(UUID(int=1)),
        "answer": str(UUID(int=2)),
        "from": str(UUID(int=3)),
        "to": str(UUID(int=4)),
        "issued_at": "2026-11-30T09:00:00.000000+00:00",
        "expires_at": "2026-12-29T09:00:00.000000+00:00",
        "segments": [
            {"text": "Refunds\n", "citation": None},
            {"text": "Café vouchers 👩‍👩‍👧 are.", "citation": str(UUID(int=5))},
            {"text": None, "citation": str(UUID(int=6))},
        ],
        "key": "",
        "signature": "",
    }


def test_the_key_is_what_rfc_5869_derives_under_our_label() -> None:
    """Worked out again by another implementation; the secret itself signs nothing, and the id is not of the key."""
    secret, label = b"a secret of the installation", b"citeledger hand-off envelopes 1"
    derived = HKDF(SHA256(), 32, salt=None, info=label + b": key").derive(secret)
    named = HKDF(SHA256(), 32, salt=None, info=label + b": id").derive(secret)

    assert (KEY.secret, KEY.id) == (derived, named[:8].hex())
    assert KEY.id not in KEY.secret.hex()
    assert KEY.secret.hex() not in repr(KEY)


def test_the_signature_is_over_the_canonical_rest(envelope: dict[str, Any]) -> None:
    rest = {name: value for name, value in envelope.items() if name != "signature"}
    assert envelope["signature"] == hmac.new(KEY.secret, rfc8785.dumps(rest), hashlib.sha256).hexdigest()


def test_a_former_key_opens_while_it_is_known_and_not_afterwards(envelope: dict[str, Any]) -> None:
    assert opened(envelope=envelope, keys=[OTHER, KEY]) == ENVELOPE.uid
    with pytest.raises(BadEnvelope):
        opened(envelope=envelope, keys=[OTHER])
    with pytest.raises(BadEnvelope):
        opened(envelope=envelope | {"key": OTHER.id}, keys=[OTHER, KEY])


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        return [leaf for name, child in items for leaf in leaves(child, (*path, name))]
    return [path]


def changed(envelope: dict[str, Any], path: tuple[Any, ...], change: Callable[[Any], Any]) -> dict[str, Any]:
    altered = copy.deepcopy(envelope)
    parent: Any = altered
    for step in path[:-1]:
        parent = parent[step]
    parent[path[-1]] = change(parent[path[-1]])
    return altered


@pytest.mark.parametrize("path", leaves(sealed(envelope=ENVELOPE, key=KEY)), ids=str)
@pytest.mark.parametrize(
    "change",
    [
        lambda value: f"{value}x",
        lambda value: "" if value else "x",
        lambda value: (value or "")[::-1] + " ",
        lambda _: 1,
        lambda _: 1.5,
        lambda _: 10**40,
        lambda _: True,
        lambda _: ["current"],
        lambda _: {"state": "current"},
        lambda _: "\ud800",
        lambda value: None if value else "x",
    ],
    ids=["longer", "other", "reversed", "number", "fraction", "huge", "flag", "list", "object", "surrogate", "null"],
)
def test_a_change_anywhere_is_refused(
    envelope: dict[str, Any], path: tuple[Any, ...], change: Callable[[Any], Any]
) -> None:
    with pytest.raises(BadEnvelope):
        opened(envelope=changed(envelope, path, change), keys=[KEY])


@pytest.mark.parametrize(
    "alter",
    [
        lambda e: e["segments"].reverse(),
        lambda e: e["segments"].pop(),
        lambda e: e["segments"].append({"text": "More than the ledger says.", "citation": str(uuid4())}),
        lambda e: e["segments"].append(dict(e["segments"][1])),
        lambda e: e["segments"][1].update(state="current"),
        lambda e: e["segments"][1].pop("citation"),
        lambda e: e["segments"].extend({"text": "", "citation": None} for _ in range(2000)),
        lambda e: e.update(state="current"),
        lambda e: e.pop("to"),
        lambda e: e.pop("signature"),
        lambda e: e.update(signature=e["signature"].upper()),
        lambda e: e.update(signature="0" * 64),
        lambda e: e.update({"from": e["to"], "to": e["from"]}),
        lambda e: e.clear(),
    ],
)
def test_whatever_is_added_moved_or_taken_is_refused(envelope: dict[str, Any], alter: Callable[[Any], Any]) -> None:
    alter(envelope)
    with pytest.raises(BadEnvelope):
        opened(envelope=envelope, keys=[KEY])


json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda child: st.lists(child) | st.dictionaries(st.text(), child),
)


@given(json)
def test_whatever_else_is_sent_is_refused_and_nothing_breaks(value: Any) -> None:
    with pytest.raises(BadEnvelope):
        opened(envelope=value, keys=[KEY])
    with pytest.raises(BadEnvelope):
        opened(envelope=sealed(envelope=ENVELOPE, key=KEY) | {"segments": value}, keys=[KEY])


def test_a_nested_hostile_body_is_looked_at_no_further_than_its_shape(envelope: dict[str, Any]) -> None:
    deep: Any = "x"
    for _ in range(100_000):
        deep = [deep]
    for name in ("text", "citation"):
        with pytest.raises(BadEnvelope):
            opened(envelope=envelope | {"segments": [{"text": None, "citation": None} | {name: deep}]}, keys=[KEY])
