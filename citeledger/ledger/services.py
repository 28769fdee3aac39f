"""Changing the ledger after birth: erasing a text, putting a page, building closures again."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from acl.models import Surface
from acl.queries import can_on_answer, can_read_answer, holds, surfaces_open_to
from acl.rights import InstallationRight, Right
from acl.services import drop_answer_grants
from citeledger.core.lineage import closures
from citeledger.core.names import BadName, checked_name
from citeledger.core.principals import Principal
from citeledger.core.refusals import Conflict, Forbidden, NotFound, Refused
from citeledger.ledger.attestations import erase_attestations
from citeledger.ledger.births import closure_row
from citeledger.ledger.facts import ANSWER_ERASED, PAGE_PUT, PageRecord, describe_erasure, describe_page
from citeledger.ledger.locks import change_lineage
from citeledger.ledger.models import (
    Answer,
    AnswerContext,
    Attestation,
    CitationDerived,
    CitationSpan,
    Closure,
    Page,
    PageCitation,
    StatementGround,
    StatementText,
    StructureText,
)
from citeledger.ledger.pages import as_put
from citeledger.ledger.queries import answer_skeletons, citations_resting_on, edges_below
from citeledger.log.models import Erasure, LogDetail
from citeledger.log.services import append, open_door

CITATIONS_PER_PAGE = 500
LONGEST_NAME = 300  # code points of a page's title and of its host reference
PAGE_KINDS = frozenset({"runbook", "ticket", "thread"})


class Companion(Protocol):
    """Erases, in the transaction of an answer's erasure, what an app above the ledger keeps for that answer alone."""

    def __call__(self, *, answer_id: int, actor: Principal, at: datetime) -> None: ...


companions: list[Companion] = []
"""Each app above that keeps such things adds its own once, when it is ready."""


@transaction.atomic
def erase_answer(*, actor: Principal, answer: UUID, at: datetime) -> None:
    """Erase an answer or derived text for good: its texts, its lineage, every closure that holds a copy of it.

    Attestations name passages, so those of its citations and of all that rest on it go, too.

    Whatever rests on it, at any depth, has no closure from then on and is `unavailable` to everyone. The records
    (that there was an answer, by whom, when) stay, and so does the fact of the erasure, in the same transaction.
    Raises NotFound (unknown, not readable, erased already) and Forbidden (readable, not managed).
    """
    change_lineage()
    row = _to_erase(actor=actor, answer=answer)
    open_door(subject=answer, actor=actor, at=at)
    with_its_lineage = Q(citation__statement__answer=row) | Q(citation__in=citations_resting_on(text_id=row.pk))
    erase_attestations(rows=Attestation.objects.filter(with_its_lineage), actor=actor, at=at)
    Closure.objects.filter(with_its_lineage).delete()
    _delete_content(row)
    for erase in companions:
        erase(answer_id=row.pk, actor=actor, at=at)
    body = describe_erasure(answer_skeletons(answer_ids=[row.pk])[row.pk])
    append(kind=ANSWER_ERASED, actor=actor, subject=answer, body=body, at=at)


def _to_erase(*, actor: Principal, answer: UUID) -> Answer:
    # The right first: asked in this order, hidden and unknown cost the same statements (threat T39).
    if not can_on_answer(principal=actor, right=Right.MANAGE, answer=answer):
        raise Forbidden if can_read_answer(principal=actor, answer=answer) else NotFound
    row = Answer.objects.filter(uid=answer).first()
    if row is None or Erasure.objects.filter(subject_uid=answer).exists():
        raise NotFound
    return row


def _delete_content(row: Answer) -> None:
    for edges in (CitationSpan, CitationDerived):
        edges.objects.filter(answer=row).delete()
    for texts in (StatementText, StatementGround, StructureText, AnswerContext):
        texts.objects.filter(answer=row).delete()
    drop_answer_grants(answer_id=row.pk)
    LogDetail.objects.filter(entry__subject_uid=row.uid).delete()


@transaction.atomic
def rebuild_closures(*, answers: Collection[UUID]) -> int:
    """Compute the closures of these answers' citations again, from direct edges alone, and store them: how many.

    A citation whose lineage is broken loses its closure. Raises `core.lineage.LineageError` on a lineage that may
    not be; nothing is changed then.
    """
    change_lineage()
    text_ids = frozenset(Answer.objects.filter(uid__in=answers).values_list("pk", flat=True))
    edges = edges_below(text_ids=text_ids)
    found = closures(citations=edges)
    own = [citation_id for citation_id, edge in edges.items() if edge.text in text_ids]
    Closure.objects.filter(citation__in=own).delete()
    rows = [closure_row(citation_id=pk, closure=found[pk]) for pk in own if pk in found]
    return len(Closure.objects.bulk_create(rows))


def put_page(
    *,
    actor: Principal,
    surface: UUID,
    kind: str,
    host_reference: str,
    title: str,
    citations: Sequence[UUID],
    at: datetime,
) -> UUID:
    """Say what a page of a host shows: creates it, or replaces its title, kind and citations as a whole.

    Whoever put it first stays its owner, and only the owner or an operator replaces it. Citations are kept in order
    and never looked up: a page may show a uid nobody knows (threat T39). Raises NotFound unless the surface exists
    and the actor is of its allowed group (or operates), Forbidden for somebody else's page, and Refused:
    `invalid_title`, `invalid_host_reference`, `unknown_page_kind`, `too_many_citations`.
    """
    draft = _checked(kind=kind, host_reference=host_reference, title=title, citations=citations)
    with transaction.atomic():
        host = _surface(actor=actor, surface=surface)
        _require_own(actor=actor, surface=host, host_reference=draft.host_reference)
        return _put(actor=actor, surface=host, draft=draft, at=at)


def create_page(
    *,
    actor: Principal,
    surface: UUID,
    kind: str,
    host_reference: str,
    title: str,
    citations: Sequence[UUID],
    at: datetime,
) -> UUID:
    """Like `put_page`, where nothing is there yet: people who say "new" never mean to replace.

    Raises as `put_page` does; whoever's page has the reference, Refused (`page_exists`).
    """
    draft = _checked(kind=kind, host_reference=host_reference, title=title, citations=citations)
    with transaction.atomic():
        host = _surface(actor=actor, surface=surface)
        if Page.objects.filter(surface=host, host_reference=draft.host_reference).exists():
            raise Refused("page_exists", "A page with this reference exists: open it to edit it.", "host_reference")
        return _put(actor=actor, surface=host, draft=draft, at=at)


def edit_page(
    *, actor: Principal, page: UUID, expected: str, kind: str, title: str, citations: Sequence[UUID], at: datetime
) -> None:
    """Replace what one's own page shows, if its state still is `expected` (see `ledger.pages.OwnPage`).

    Raises as `put_page` does, NotFound also for a page that is not the actor's own, and Conflict (`current` is its
    state now).
    """
    row = Page.objects.select_related("surface").filter(uid=page, owner_id=actor.id).first()
    if row is None:
        raise NotFound
    draft = _checked(kind=kind, host_reference=row.host_reference, title=title, citations=citations)
    with transaction.atomic():
        host = _surface(actor=actor, surface=row.surface.uid)
        row.refresh_from_db()
        if (current := as_put(row).state) != expected:
            raise Conflict(current)
        _put(actor=actor, surface=host, draft=draft, at=at)


@dataclass(frozen=True, slots=True, kw_only=True)
class _PageDraft:
    """What a page is to show, checked."""

    kind: str
    host_reference: str
    title: str
    citations: tuple[UUID, ...]


def _checked(*, kind: str, host_reference: str, title: str, citations: Sequence[UUID]) -> _PageDraft:
    if kind not in PAGE_KINDS:
        raise Refused("unknown_page_kind", f"Send one of {', '.join(sorted(PAGE_KINDS))}.", "kind")
    if len(citations) > CITATIONS_PER_PAGE:
        raise Refused("too_many_citations", f"A page shows at most {CITATIONS_PER_PAGE} citations.", "citations")
    reference, name = _name("host_reference", host_reference), _name("title", title)
    return _PageDraft(kind=kind, host_reference=reference, title=name, citations=tuple(citations))


def _put(*, actor: Principal, surface: Surface, draft: _PageDraft, at: datetime) -> UUID:
    page = _page(surface=surface, owner=actor, draft=draft, at=at)
    _replace_citations(page=page, citations=draft.citations)
    record = PageRecord(
        uid=page.uid,
        surface=surface.uid,
        kind=draft.kind,
        owner=page.owner.uid,
        host_reference=draft.host_reference,
        title=draft.title,
        citations=draft.citations,
    )
    append(kind=PAGE_PUT, actor=actor, subject=page.uid, body=describe_page(record), at=at)
    return page.uid


def _name(field: str, text: str) -> str:
    try:
        return checked_name(text=text, longest=LONGEST_NAME)
    except BadName as bad:
        raise Refused(f"invalid_{field}", str(bad), field) from bad


def _surface(*, actor: Principal, surface: UUID) -> Surface:
    row = surfaces_open_to(principal=actor).filter(uid=surface).first()
    if row is None:
        raise NotFound
    # Held until the end: whose page it is, is asked and written by one writer at a time.
    return Surface.objects.select_for_update().get(pk=row.pk)


def _require_own(*, actor: Principal, surface: Surface, host_reference: str) -> None:
    others = Page.objects.filter(surface=surface, host_reference=host_reference).exclude(owner_id=actor.id)
    if others.exists() and not holds(principal=actor, right=InstallationRight.OPERATE):
        raise Forbidden


def _page(*, surface: Surface, owner: Principal, draft: _PageDraft, at: datetime) -> Page:
    state = {"kind": draft.kind, "title": draft.title, "at": at}
    page, _ = Page.objects.select_related("owner").update_or_create(
        surface=surface,
        host_reference=draft.host_reference,
        defaults=state,
        create_defaults=state | {"owner_id": owner.id},
    )
    return page


def _replace_citations(*, page: Page, citations: Sequence[UUID]) -> None:
    page.citations.all().delete()
    PageCitation.objects.bulk_create(
        PageCitation(page=page, position=position, citation_uid=uid) for position, uid in enumerate(citations)
    )
