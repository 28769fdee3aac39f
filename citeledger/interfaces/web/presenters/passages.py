"""A passage as it was cited, and where it is now."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final
from uuid import UUID

from django.urls import reverse

from citeledger.core.anchoring.notes import describe_note
from citeledger.core.outcomes import Locator, OutcomeKind
from citeledger.documents.views import SuccessorView
from citeledger.interfaces.names import Name, shown_name
from citeledger.interfaces.readings import said_beside
from citeledger.interfaces.web.presenters.badges import Sign, as_of_sign
from citeledger.interfaces.web.presenters.documents import Successor, passage_address, version_label
from citeledger.interfaces.web.presenters.worded import DifferencePart, Stretch, compared_parts, stretches
from citeledger.interfaces.wording import BY_WAY, as_of_notice
from revalidation.panels import SourcePanel
from revalidation.passages import Passage

_SUPERSEDED: Final = "Another document has taken over from this one."


@dataclass(frozen=True, slots=True, kw_only=True)
class PassageReading:
    """One source of a citation: the passage as cited, and where it is now; `differing`: what is another beside it.

    `first_version` names the version in which it first differed, `first_address` leads to what changed until then.
    `again_since` (aware UTC), where it read as cited once more after that. `by_way` says that another text cites it.
    """

    title: Name
    document_uid: UUID
    explanation: str
    changed_at: datetime | None
    cited_version: str
    cited_address: str
    cited: tuple[Stretch, ...]
    cited_notes: tuple[str, ...]
    found_heading: str
    found: tuple[Stretch, ...]
    found_notes: tuple[str, ...]
    differing: tuple[str, ...] = ()
    as_of: Sign | None = None
    by_way: str = ""
    first_version: str = ""
    first_address: str = ""
    again_since: datetime | None = None
    successor: Successor | None = None


def passage_reading(*, source: SourcePanel, successor: SuccessorView | None = None) -> PassageReading:
    """The passage as cited, and where it is now."""
    return PassageReading(
        title=shown_name(text=source.title),
        document_uid=source.document,
        explanation=_explanation(source=source),
        changed_at=source.changed_at,
        cited_version=version_label(number=source.cited.number).lower(),
        cited_address=place_address(document=source.document, passage=source.cited),
        cited=words_of(passage=source.cited),
        cited_notes=said_beside(passage=source.cited),
        found_heading=_found_heading(source=source),
        found=_found(source=source),
        first_version=version_label(number=source.changed_in).lower() if source.changed_in else "",
        first_address=_first_address(source=source),
        again_since=source.differs_since if source.differs_since != source.changed_at else None,
        found_notes=said_beside(passage=source.now) if source.now else (),
        differing=tuple(map(describe_note, source.notes)),
        as_of=_bound(source=source) if source.as_of else None,
        by_way=BY_WAY if source.by_way else "",
        successor=Successor(uid=successor.uid, title=shown_name(text=successor.title)) if successor else None,
    )


def place_address(*, document: UUID, passage: Passage) -> str:
    """Where a passage can be read in its version."""
    return passage_address(document=document, version=passage.version, place=Locator(passage.start, passage.end))


def _first_address(*, source: SourcePanel) -> str:
    if source.changed_version is None:
        return ""
    versions = {"old": source.cited.version, "new": source.changed_version}
    return reverse("web:difference", kwargs={"document": source.document, **versions})


def _explanation(*, source: SourcePanel) -> str:
    return f"{_SUPERSEDED} {source.change}" if source.superseded else source.change


def _bound(*, source: SourcePanel) -> Sign:
    day = source.cited.at.astimezone(UTC).date().isoformat()
    return as_of_sign(notice=as_of_notice(number=source.cited.number, day=day))


def _found_heading(*, source: SourcePanel) -> str:
    stands = source.outcome in (OutcomeKind.INTACT, OutcomeKind.MOVED)
    where = "Now" if stands else "Nearest place now" if source.outcome == OutcomeKind.DELETED else "In its place now"
    return f"{where}, {version_label(number=source.current_number).lower()}"


def words_of(*, passage: Passage) -> tuple[Stretch, ...]:
    """A passage as it stands, rows of a table as rows."""
    return stretches(parts=[DifferencePart("equal", passage.text)], as_rows=is_in_cells(passage))


def is_in_cells(passage: Passage) -> bool:
    """Whether any of it stands in cells of a table: it is shown as rows then."""
    return passage.reading.cell_count > 0


def _found(*, source: SourcePanel) -> tuple[Stretch, ...]:
    if source.now is None:
        return ()
    if not source.difference:
        return words_of(passage=source.now)
    as_rows = is_in_cells(source.now) or is_in_cells(source.cited)
    return stretches(parts=compared_parts(pieces=source.difference, as_rows=as_rows), as_rows=as_rows)
