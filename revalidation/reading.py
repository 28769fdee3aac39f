"""Reading answers and pages as one viewer: statements stand only where every source may be read (DESIGN rule 11)."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from acl import queries as rights
from acl.models import User
from acl.queries import can_read_answer, readable_answers
from acl.rights import InstallationRight
from citeledger.core.headings import bare_headings
from citeledger.core.principals import Principal
from citeledger.core.refusals import NotFound, Refused
from citeledger.core.statements import Role
from citeledger.core.states import State
from citeledger.ledger.models import Answer, Citation, Page, StructureText
from revalidation import service
from revalidation.absences import LookedFor, looked_for
from revalidation.answer_states import read_in_part
from revalidation.below import bases_below
from revalidation.bound import bound_versions
from revalidation.by_way import spans_by_way, told_by_way
from revalidation.facts import CitationFacts, Facts
from revalidation.handed import handed
from revalidation.passages import CitedPassage, cited_passages
from revalidation.proved_texts import proved_texts
from revalidation.rebindings import newest_successors
from revalidation.service import Verdict
from revalidation.views import AnswerSummary, AnswerView, PageSummary, PageView, StatementView, StructureView


def answer(*, viewer: Principal, uid: UUID) -> AnswerView:
    """An answer or derived text as the viewer may read it. `NotFound` when hidden, erased or unknown."""
    if not can_read_answer(principal=viewer, answer=uid):
        raise NotFound
    found = Answer.objects.select_related("writer", "on_behalf_of", "context").filter(uid=uid, context__isnull=False)
    row = found.first()
    if row is None:
        raise NotFound
    segments = _segments(viewer, row)
    stands = any(isinstance(segment, StatementView) and segment.text is not None for segment in segments)
    is_told = stands or row.writer_id == viewer.id
    view = AnswerView(
        uid=row.uid,
        kind=row.kind,
        writer=row.writer.username,
        on_behalf_of=row.on_behalf_of.username if row.on_behalf_of else None,
        question=row.context.question if is_told else "",
        agent=row.context.agent if is_told else "",
        at=row.at,
        segments=segments,
        withheld=row.context.withheld,
    )
    return _with_what_was_handed(view)


def _with_what_was_handed(view: AnswerView) -> AnswerView:
    standing = {part.citation: part.text for part in view.segments if isinstance(part, StatementView) and part.text}
    found = handed(text=view.uid, kind=view.kind, standing=standing)
    segments = (
        replace(part, handed=found.bases.get(part.citation)) if isinstance(part, StatementView) else part
        for part in view.segments
    )
    return replace(view, segments=tuple(segments), handed_withheld=found.withheld)


class WrittenIn(NamedTuple):
    """The answer something stands in, and when it was written (aware UTC)."""

    answer: UUID
    at: datetime


def answer_of(*, viewer: Principal, citation: UUID) -> WrittenIn | None:
    """The answer a citation stands in, where the viewer may read that. One statement.

    To be asked only after the fold, for a citation whose sources the viewer may all read.
    """
    rows = readable_answers(principal=viewer).filter(context__isnull=False, statements__citations__uid=citation)
    found = rows.values_list("uid", "at").first()
    return WrittenIn(*found) if found else None


def _segments(viewer: Principal, row: Answer) -> tuple[StatementView | StructureView, ...]:
    placed = list(Citation.objects.filter(statement__answer=row).values_list("statement__position", "uid"))
    views = _founded_statements(viewer, [uid for _, uid in sorted(placed)])
    segments: dict[int, StatementView | StructureView] = dict(
        zip((position for position, _ in sorted(placed)), views, strict=True)
    )
    for structure in StructureText.objects.filter(answer=row):
        segments[structure.position] = StructureView(structure.role, structure.text)
    return without_bare_headings(tuple(segments[position] for position in sorted(segments)))


def without_bare_headings(
    segments: tuple[StatementView | StructureView, ...],
) -> tuple[StatementView | StructureView, ...]:
    """A heading is free text of the writer: it stands only over a statement this viewer may read (DESIGN rule 12)."""
    bare = bare_headings([_outlined(segment) for segment in segments])
    return tuple(segment for place, segment in enumerate(segments) if place not in bare)


def _outlined(segment: StatementView | StructureView) -> str | bool:
    if isinstance(segment, StatementView):
        return segment.text is not None
    return segment.text if segment.role == Role.HEADING else False


def answers(*, viewer: Principal, after: UUID | None, limit: int) -> tuple[AnswerSummary, ...]:
    """Answers the viewer may read, newest first, `limit` of them after the given one. Filtered before limited.

    Raises Refused (`stale_cursor`) when the viewer does not see `after`, or no longer.
    """
    rows = readable_answers(principal=viewer).filter(context__isnull=False)
    if after is not None:
        rows = rows.filter(pk__lt=_key(rows.filter(uid=after)))
    found = list(rows.select_related("writer", "context").order_by("-pk")[:limit])
    told = read_in_part(viewer=viewer, answers=[row.uid for row in found])
    return tuple(_listed(row, is_told=row.uid in told or row.writer_id == viewer.id) for row in found)


def _listed(row: Answer, *, is_told: bool) -> AnswerSummary:
    return AnswerSummary(row.uid, row.kind, row.writer.username, row.context.question if is_told else "", row.at)


def openings(*, viewer: Principal, answers: Sequence[UUID]) -> dict[UUID, StatementView]:
    """The first statement of each of these answers as the viewer may read it. The questions do not grow with them.

    For answers the viewer may read (`answers`): which of their statements stand is asked here, as everywhere.
    """
    first = Citation.objects.filter(statement__answer__uid__in=answers, statement__ordinal=0)
    placed = list(first.order_by("pk").values_list("statement__answer__uid", "uid"))
    views = _statements(viewer, [citation for _, citation in placed])
    return dict(zip((answer for answer, _ in placed), views, strict=True))


def page(*, viewer: Principal, uid: UUID) -> PageView:
    """A page with the statements it cites, as the viewer may read them. `NotFound` when hidden or unknown."""
    row = _visible_pages(viewer).filter(uid=uid).first()
    if row is None:
        raise NotFound
    cited = list(row.citations.order_by("position").values_list("citation_uid", flat=True))
    statements = _statements(viewer, cited)
    is_own = row.owner_id == viewer.id
    readable = [view.citation for view in statements if view.text is not None and is_own]
    return PageView(_summary(row), statements, is_own, newest_successors(viewer=viewer, citations=readable))


def pages(*, viewer: Principal, after: UUID | None, limit: int) -> tuple[PageSummary, ...]:
    """Pages of the surfaces the viewer belongs to, newest first, `limit` of them after the given one.

    Raises Refused (`stale_cursor`) when the viewer does not see `after`, or no longer.
    """
    rows = _visible_pages(viewer)
    if after is not None:
        rows = rows.filter(pk__lt=_key(rows.filter(uid=after)))
    return tuple(_summary(row) for row in rows.order_by("-pk")[:limit])


def _key(rows: "QuerySet[Answer] | QuerySet[Page]") -> int:
    """Where the list goes on. Looked up among what the viewer may read, so `after` probes nothing (threat T40)."""
    key = rows.values_list("pk", flat=True).first()
    if key is None:
        raise Refused("stale_cursor", "Start again from the first page.", "after")
    return key


def _visible_pages(viewer: Principal) -> "QuerySet[Page]":
    """A page belongs to its surface: its owner sees it, the members of the surface's group, and operators."""
    rows = Page.objects.select_related("surface")
    if viewer.id is None:
        return rows.none()
    if rights.holds(principal=viewer, right=InstallationRight.OPERATE):
        return rows
    groups = User.groups.through.objects.filter(user_id=viewer.id, user__is_active=True).values("group_id")
    return rows.filter(surface__allowed_group_id__in=groups) | rows.filter(owner_id=viewer.id)


def _summary(row: Page) -> PageSummary:
    return PageSummary(row.uid, row.kind, row.title, row.host_reference, row.surface.name, row.at)


def _founded_statements(viewer: Principal, citations: Sequence[UUID]) -> tuple[StatementView, ...]:
    """The statements with what they rest on, from one look at the facts."""
    known = service.facts(viewer=viewer, citations=citations)
    views = _as_read(known, citations)
    compared = {view.citation for view in views if view.text is not None and view.state is not State.UNVERIFIED}
    found = {each.uid: each for each in known.citations if each.uid in compared}
    passages = cited_passages(span_ids={id_ for each in found.values() for id_ in each.all_span_ids}, facts=known)
    searches = looked_for(absence_ids={id_ for each in found.values() for id_ in each.absence_ids})
    by_way = spans_by_way(citations=found.values())
    told = {uid: told_by_way(passages=passages, span_ids=by_way.get(uid, ())) for uid in found}
    return tuple(
        _founded(view, found[view.citation], told[view.citation], searches) if view.citation in found else view
        for view in views
    )


def _founded(
    view: StatementView, found: CitationFacts, passages: dict[int, CitedPassage], searches: dict[int, LookedFor]
) -> StatementView:
    """What cannot be cut from its source, or told from its record, is `unverified` here and now (DESIGN rule 3)."""
    if not (passages.keys() >= set(found.all_span_ids) and searches.keys() >= set(found.absence_ids)):
        return StatementView(view.ordinal, view.citation, State.UNVERIFIED, None, None)
    return replace(
        view,
        rests_on=tuple(passages[span_id] for span_id in found.all_span_ids),
        looked_for=tuple(searches[absence_id] for absence_id in found.absence_ids),
    )


def _statements(viewer: Principal, citations: Sequence[UUID]) -> tuple[StatementView, ...]:
    return _as_read(service.facts(viewer=viewer, citations=citations), citations)


def _as_read(known: Facts, citations: Sequence[UUID]) -> tuple[StatementView, ...]:
    verdicts = service.verdicts_of(known=known, citations=citations)
    texts = proved_texts([verdict.citation for verdict in verdicts if verdict.readable])
    bound = bound_versions(facts=known, citations=texts)
    below = bases_below(facts=known, citations=texts)
    views = (_statement(ordinal, verdict, texts) for ordinal, verdict in enumerate(verdicts, start=1))
    return tuple(
        replace(view, as_of=bound.get(view.citation, ()), below=below.get(view.citation, ())) for view in views
    )


def _statement(ordinal: int, verdict: Verdict, texts: dict[UUID, tuple[str, str]]) -> StatementView:
    if not verdict.readable:
        return StatementView(ordinal, verdict.citation, verdict.state, None, None)
    if verdict.citation not in texts:  # a quotation that no longer re-slices is not shown (DESIGN rule 3)
        return StatementView(ordinal, verdict.citation, State.UNVERIFIED, None, None)
    basis, text = texts[verdict.citation]
    return StatementView(ordinal, verdict.citation, verdict.state, basis, text)
