"""The passages a person has chosen and not cited yet: addresses only, kept in the session; never text, never rights."""

from dataclasses import asdict, dataclass
from typing import Any, Final
from uuid import UUID

from django.contrib.sessions.backends.base import SessionBase

from citeledger.core.refusals import Refused
from citeledger.emission.services import MintedSpan

MOST_PASSAGES: Final = 20
_KEY: Final = "chosen_passages"


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """A minted span and where it was cut from: code points of the version's canonical text, end exclusive."""

    span: UUID
    version: UUID
    start: int
    end: int


def chosen(*, session: SessionBase) -> tuple[Chosen, ...]:
    """What is in the tray, in the order of choosing."""
    return tuple(_read(row) for row in session.get(_KEY, []))


def choose(*, session: SessionBase, span: MintedSpan) -> None:
    """Put a passage into the tray, once. Raises Refused (`too_many_passages`) when the tray is full."""
    passage = Chosen(span=span.uid, version=span.version, start=span.start, end=span.end)
    passages = chosen(session=session)
    if passage in passages:
        return
    if len(passages) >= MOST_PASSAGES:
        raise Refused("too_many_passages", f"One statement rests on at most {MOST_PASSAGES} passages here.")
    _write(session=session, passages=(*passages, passage))


def drop(*, session: SessionBase, place: int) -> None:
    """Take the passage at `place`, counted from 1, out of the tray; nothing happens where there is none."""
    passages = chosen(session=session)
    _write(session=session, passages=tuple(p for at, p in enumerate(passages, start=1) if at != place))


def clear(*, session: SessionBase) -> None:
    """Empty the tray."""
    _write(session=session, passages=())


def _read(row: dict[str, Any]) -> Chosen:
    return Chosen(span=UUID(row["span"]), version=UUID(row["version"]), start=row["start"], end=row["end"])


def _write(*, session: SessionBase, passages: tuple[Chosen, ...]) -> None:
    rows = [asdict(passage) for passage in passages]
    session[_KEY] = [row | {"span": str(row["span"]), "version": str(row["version"])} for row in rows]
