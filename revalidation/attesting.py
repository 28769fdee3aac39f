"""A person says "this still holds": recorded for what they saw, beside the state and never an input of it."""

from collections.abc import Callable, Collection
from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from acl.queries import readable
from acl.rights import Right
from citeledger.core.names import BadName, checked_name
from citeledger.core.principals import Kind, Principal
from citeledger.core.refusals import Conflict, Forbidden, NotFound, Refused
from citeledger.core.states import State
from citeledger.documents.models import Document, Version
from citeledger.ledger.attestations import SeenPassage, insert_attestation
from revalidation import service
from revalidation.attestations import present
from revalidation.facts import CitationFacts, Facts
from revalidation.history import known_histories

LONGEST_NOTE = 500  # code points


def attest(*, actor: Principal, citation: UUID, note: str, versions: Collection[UUID], at: datetime) -> UUID:
    """Record that the statement still holds, though its source changed; returns the attestation's uid.

    `versions` are the current versions the person looked at, those of the panel: if one is not current any more,
    Conflict (`current`: the uids that are, separated by spaces). `note` is one line of 1 to LONGEST_NOTE code points.
    Only a person who reads every source and holds `attest` on each of their documents may. Raises NotFound (unknown or
    not readable), Forbidden, and Refused: `invalid_note`, `nothing_changed`, `cannot_be_checked`.
    """
    return ready_to_attest(actor=actor, citation=citation, note=note, versions=versions, at=at)()


def ready_to_attest(
    *, actor: Principal, citation: UUID, note: str, versions: Collection[UUID], at: datetime
) -> Callable[[], UUID]:
    """`attest` in two steps: passages are compared here, only the call returned needs a transaction.

    Both raise what `attest` raises.
    """
    reason = _checked(note)
    facts = service.facts(viewer=actor, citations=[citation])
    found = _readable(facts)
    _require_right(actor, facts)
    seen = _seen(facts, found, versions)
    return partial(_record, actor=actor, facts=facts, found=found, note=reason, seen=seen, at=at)


def _require_right(actor: Principal, facts: Facts) -> None:
    documents = {span.document_id for span in facts.spans.values()}
    if _attestable(actor).filter(pk__in=documents).count() < len(documents):
        raise Forbidden


def may_attest(*, viewer: Principal, documents: Collection[UUID]) -> bool:
    """Whether to offer it to who sees a panel with sources in these documents. One statement."""
    return bool(documents) and _attestable(viewer).filter(uid__in=documents).count() == len(set(documents))


def _attestable(actor: Principal) -> QuerySet[Document]:
    """The documents a person may attest on; none for services and visitors, whatever was granted to them."""
    if actor.kind is not Kind.PERSON:
        return Document.objects.none()
    return readable(principal=actor, right=Right.ATTEST)


def _checked(note: str) -> str:
    try:
        return checked_name(text=note, longest=LONGEST_NOTE)
    except BadName as bad:
        raise Refused("invalid_note", str(bad), "note") from bad


def _readable(facts: Facts) -> CitationFacts:
    """The citation, if its sources changed and may all be read."""
    (decision,) = service.decide(facts)
    if decision.state is State.UNAVAILABLE:
        raise NotFound
    if decision.state is State.UNVERIFIED or decision.rests_on is None:
        raise Refused("cannot_be_checked", "It cannot be told just now what became of the passages; try again.")
    if decision.state is State.CURRENT:
        raise Refused("nothing_changed", "The cited passages are unchanged; there is nothing to attest.")
    if decision.rests_on.scope:
        raise Refused("written_anew_only", "That nothing was found is not attested; search again and write it anew.")
    return decision.rests_on


def _seen(facts: Facts, found: CitationFacts, versions: Collection[UUID]) -> tuple[SeenPassage, ...]:
    results = known_histories(facts=facts, span_ids=found.span_ids)
    now = present(facts=facts, results=results, span_ids=found.span_ids)
    if len(now) < len(found.span_ids):
        raise Refused("cannot_be_checked", "It cannot be told just now what became of the passages; try again.")
    current = {passage.version for passage in now.values()}
    # A panel also names the current versions of what is bound to another one: having looked there, too, is no mistake.
    if current != set(versions) and not (found.bound_ids and current <= set(versions)):
        raise Conflict(" ".join(sorted(map(str, current))))
    return tuple(now[span_id] for span_id in found.span_ids)


@transaction.atomic
def _record(
    *, actor: Principal, facts: Facts, found: CitationFacts, note: str, seen: tuple[SeenPassage, ...], at: datetime
) -> UUID:
    if found.id is None:
        raise NotFound
    _refuse_if_moved(actor, facts, found)
    return insert_attestation(citation_id=found.id, person=actor, note=note, seen=seen, at=at)


def _refuse_if_moved(actor: Principal, facts: Facts, found: CitationFacts) -> None:
    """All asked again: rights, life and current versions, anything may have changed while passages were compared."""
    now = service.facts(viewer=actor, citations=[found.uid])
    if not service.all_readable(now):
        raise NotFound
    _require_right(actor, now)
    if _standing(now) != _standing(facts):
        heads = [document.head_id for document in now.documents.values() if document.head_id is not None]
        current = Version.objects.filter(pk__in=heads).values_list("uid", flat=True)
        raise Conflict(" ".join(sorted(map(str, current))))


def _standing(facts: Facts) -> dict[int, tuple[int | None, bool]]:
    return {id_: (document.head_id, document.superseded) for id_, document in facts.documents.items()}
