"""Answers written as one text with citation markers: cut into segments, which then pass the one gate there is.

A marker does not say whether it names a span or a derived text. Which of the names are texts that the writer reads,
or whoever it is written for, is asked once; any other is looked up as a span, so that what is hidden and what is made
up meet the same refusal.
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Any
from uuid import UUID

from citeledger.core.principals import Principal
from citeledger.core.refusals import Refused
from citeledger.core.statements import Basis, Segment, Statement, Structure
from citeledger.emission.cutting import Piece, cut
from citeledger.emission.recording import RecordedAnswer
from citeledger.emission.shape import DERIVED_PER_ANSWER, SEGMENTS_PER_ANSWER, SPANS_PER_ANSWER
from citeledger.emission.sources import readable_texts
from citeledger.emission.writers import acted_for

TEXT_LENGTH = 500_000  # code points, with the markers
BASES = (Basis.PARAPHRASED, Basis.QUOTED)
"""What a text with markers can say about how it rests on them; the first unless it says so."""

_ADDRESS = re.compile(r"\bsegments\.([0-9]+)(?:\.(spans|derived_from)\.([0-9]+)|\.text)?")
_MEANT = re.compile(r"[^\]］】〕\n]{0,2400}[\]］】〕]?")
_ADVICE = {
    "malformed_marker": "A marker is [cite:UID] or [cite:UID,UID] in these very characters, without spaces.",
    "marker_closes_nothing": "A marker stands behind the sentence or clause it closes, in the same paragraph.",
}

Write = Callable[[], RecordedAnswer]


@dataclass(frozen=True, slots=True)
class Marked:
    """A text, its pieces, and the segments they become, one for one."""

    text: str
    pieces: Sequence[Piece]
    segments: Sequence[Segment]

    @property
    def refused(self) -> dict[int, Refused]:
        """What is refused about segments because of how their markers are written, by their positions."""
        faults = {position: piece.fault for position, piece in enumerate(self.pieces) if piece.fault}
        return {
            position: Refused(fault.code, _ADVICE[fault.code], self._meant(fault.position))
            for position, fault in faults.items()
        }

    def told(self, words: str) -> str:
        """The same words with addresses of segments as places of the text: `text.START.END`, in code points."""
        return "text" if words == "segments" else _ADDRESS.sub(self._place, words)

    def _meant(self, position: int) -> str:
        found = _MEANT.match(self.text, position)
        return f"text.{position}.{found.end() if found else position}"

    def _place(self, address: re.Match[str]) -> str:
        position, kind, number = int(address[1]), address[2], address[3]
        piece, segment = self.pieces[position], self.segments[position]
        start, end = piece.start, piece.end
        if kind and isinstance(segment, Statement):
            uids = segment.spans if kind == "spans" else segment.derived_from
            start, end = self._named(piece, uids[int(number)])
        return f"text.{start}.{end}"

    def _named(self, piece: Piece, uid: UUID) -> tuple[int, int]:
        name = re.compile(str(uid), re.IGNORECASE)
        found = (name.search(self.text, *place) for place in piece.places)
        return next(one.span() for one in found if one)


def marked(*, text: str, basis: Basis, viewer: Principal) -> Marked:
    """Cut a text and tell what its markers name: one statement.

    Raises Refused: `too_many_segments`, `too_many_sources`.
    """
    pieces = list(islice(cut(text), SEGMENTS_PER_ANSWER + 1))
    if len(pieces) > SEGMENTS_PER_ANSWER:
        raise Refused("too_many_segments", f"At most {SEGMENTS_PER_ANSWER} are allowed here.", "text")
    named = {UUID(name) for piece in pieces for name in piece.names}
    if len(named) > SPANS_PER_ANSWER + DERIVED_PER_ANSWER:
        raise Refused("too_many_sources", f"At most {SPANS_PER_ANSWER} are allowed here.", "text")
    texts = readable_texts(writer=viewer, uids=named)
    return Marked(text, pieces, [_segment(piece, basis, texts) for piece in pieces])


def _segment(piece: Piece, basis: Basis, texts: Collection[UUID]) -> Segment:
    if piece.role:
        return Structure(role=piece.role, text=piece.text)
    names = [UUID(name) for name in piece.names]
    return Statement(
        text=piece.text,
        basis=basis,
        spans=tuple(uid for uid in names if uid not in texts),
        derived_from=tuple(uid for uid in names if uid in texts),
    )


def ready_to_record_marked(
    *,
    text: str,
    basis: Basis,
    writer: Principal,
    on_behalf_of: UUID | None,
    ready: Callable[..., Write],
    **how: Any,
) -> Write:
    """`ready` (`recording.ready_to_record`, or that of a session; `how` is the rest of what it takes) for a text.

    Both calls raise what it raises, with places of the text for addresses; what `marked` raises; and of what was meant
    for a marker and is none: `malformed_marker`, `marker_closes_nothing`, which withhold a statement as all else does.
    """
    viewer = acted_for(writer=writer, uid=on_behalf_of) or writer
    read = marked(text=text, basis=basis, viewer=viewer)
    who = {"writer": writer, "on_behalf_of": on_behalf_of}
    with _told(read):
        write = ready(segments=read.segments, refused=read.refused, **who, **how)
    return partial(_written, read, write)


def _written(read: Marked, write: Write) -> RecordedAnswer:
    with _told(read):
        recorded = write()
    told = (replace(one, at=read.told(one.at), detail=read.told(one.detail)) for one in recorded.withheld)
    return replace(recorded, withheld=tuple(told))


@contextmanager
def _told(read: Marked) -> Iterator[None]:
    try:
        yield
    except Refused as refusal:
        raise Refused(refusal.code, read.told(refusal.detail), read.told(refusal.at)) from refusal
