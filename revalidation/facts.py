"""What the one statement says, as values: everything a verdict rests on, read in one snapshot."""

from dataclasses import dataclass, field
from typing import NamedTuple
from uuid import UUID

ABSENT, PRESENT = "absent", "present"
"""What became of a search that found nothing, in a later version."""

# Named tuples where there are hundreds in a batch: made in a third of the time of a frozen dataclass.


class DocumentFacts(NamedTuple):
    head_id: int | None
    retired: bool
    superseded: bool
    granted: bool
    metadata_id: int | None
    token: str | None

    def headed(self, head_id: int) -> "DocumentFacts":
        """With another version as its head."""
        return self._replace(head_id=head_id)


class SpanFacts(NamedTuple):
    """`outcome` is the remembered span result in the document's head version, None where there is none.

    `start` and `end` are code points of the cited version, end exclusive.
    """

    document_id: int
    version_id: int
    start: int
    end: int
    withdrawn: bool
    broken: bool
    outcome: str | None

    def forgotten(self) -> "SpanFacts":
        """As if nobody remembered what became of it."""
        return self._replace(outcome=None)


class DerivedFacts(NamedTuple):
    erased: bool
    granted: bool
    token: str | None


class MemberFacts(NamedTuple):
    """A document of the scope of an absence, in the version that was searched.

    `outcome` is the remembered result in the document's head version, None where there is none.
    """

    absence_id: int
    document_id: int
    version_id: int
    withdrawn: bool
    outcome: str | None

    def forgotten(self) -> "MemberFacts":
        """As if nobody remembered whether the search finds anything there."""
        return self._replace(outcome=None)


class CitationFacts(NamedTuple):
    """`has_closure` is False for an unknown uid and where lineage was erased: both rest on nothing.

    `span_ids` are followed to later versions, `bound_ids` are bound to theirs on every path. `scope`: every document
    that its searches, `absence_ids`, looked through and found nothing in. `broken`: the last proof found that the
    citation's own record is not what it was.
    """

    uid: UUID
    id: int | None
    has_closure: bool
    span_ids: tuple[int, ...]
    derived_ids: tuple[int, ...]
    broken: bool
    bound_ids: tuple[int, ...] = ()
    absence_ids: tuple[int, ...] = ()
    scope: tuple[MemberFacts, ...] = ()

    def scoped(self, scope: tuple[MemberFacts, ...]) -> "CitationFacts":
        """With another scope."""
        return self._replace(scope=scope)

    @property
    def all_span_ids(self) -> tuple[int, ...]:
        """Followed ones first."""
        return self.span_ids + self.bound_ids


@dataclass(frozen=True, slots=True)
class ViewerFacts:
    """`active` is False for an unknown or inactive user; the anonymous principal has no row and no token."""

    active: bool
    token: str | None
    incarnation: str | None
    triggers: int


@dataclass(frozen=True, slots=True)
class Facts:
    viewer: ViewerFacts
    citations: tuple[CitationFacts, ...]
    documents: dict[int, DocumentFacts] = field(default_factory=dict)
    spans: dict[int, SpanFacts] = field(default_factory=dict)
    derived: dict[int, DerivedFacts] = field(default_factory=dict)
