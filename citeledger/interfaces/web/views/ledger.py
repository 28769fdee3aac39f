"""What was said: the ledger, an answer, one citation."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from acl.queries import can_on_answer
from acl.rights import Right
from citeledger.core.principals import ANONYMOUS, Principal
from citeledger.core.refusals import Forbidden, NotFound
from citeledger.core.states import State
from citeledger.documents import queries
from citeledger.documents.views import SuccessorView, VersionView
from citeledger.emission.written import writing_of
from citeledger.interfaces.web.console import for_everyone, signed_in
from citeledger.interfaces.web.notices import notice_of
from citeledger.interfaces.web.pagination import PAGE_SIZE, address_of, after_of
from citeledger.interfaces.web.presenters import citation as citations
from citeledger.interfaces.web.presenters import ledger as presenters
from citeledger.interfaces.web.presenters.badges import signs
from citeledger.interfaces.web.presenters.filtering import ledger_filter
from citeledger.interfaces.web.sought import Sought, sought
from citeledger.rebinding.services import bound_places
from revalidation import reading
from revalidation.attesting import may_attest
from revalidation.listing import Stretch, Wanted, stretch
from revalidation.metrics import ShownOn, shown
from revalidation.mismatches import Met, met
from revalidation.panels import Panel, panel
from revalidation.rebindings import newest_successors
from revalidation.views import AnswerView, StatementView


@require_safe
@signed_in
def answers(request: HttpRequest, viewer: Principal) -> HttpResponse:
    """What was said, as far as the viewer may read it, newest first, or what of it has certain words and a state."""
    asked, state = sought(request=request), _state(request)
    found = _stretch(request, viewer, asked, state)
    shown(on=ShownOn.WEB, states=[one.state for each in found.states.values() for one in each.states])
    page = presenters.answer_list(
        stretch=found,
        narrowed=ledger_filter(asked=asked, state=state),
        more=address_of(q=asked.words, state=state or "", after=str(found.next)) if found.next else "",
        notice=notice_of(request=request),
    )
    return render(request, "ledger/list.html", {"page": page}, status=asked.status)


def _state(request: HttpRequest) -> State | None:
    """The state asked for, if any. Raises NotFound for what is none."""
    given = request.GET.get("state", "")
    if given and given not in set(State):
        raise NotFound
    return State(given) if given else None


def _stretch(request: HttpRequest, viewer: Principal, asked: Sought, state: State | None) -> Stretch:
    if asked.problem:
        return Stretch(rows=(), openings={}, states={}, next=None)
    wanted = Wanted(terms=asked.terms, state=state)
    return stretch(viewer=viewer, wanted=wanted, after=after_of(request=request), limit=PAGE_SIZE)


@require_safe
@signed_in
def answer(request: HttpRequest, viewer: Principal, answer: UUID) -> HttpResponse:
    """One answer, or text derived from others."""
    found = reading.answer(viewer=viewer, uid=answer)
    shown(on=ShownOn.WEB, states=found.states)
    manages = can_on_answer(principal=viewer, right=Right.MANAGE, answer=answer)
    page = presenters.answer_page(
        answer=found,
        may_manage=manages,
        notice=notice_of(request=request),
        rebound=_rebound(viewer, found),
        writing=writing_of(viewer=viewer, answer=answer),
    )
    return render(request, "ledger/answer.html", {"page": page, "signs": signs()})


def _rebound(viewer: Principal, found: AnswerView) -> dict[UUID, UUID]:
    """Where words of it were bound anew. Asked after the fold alone, of statements whose sources may all be read."""
    statements = [segment for segment in found.segments if isinstance(segment, StatementView)]
    readable = [one.citation for one in statements if one.text is not None]
    return newest_successors(viewer=viewer, citations=readable) if readable else {}


@require_safe
@for_everyone
def citation(request: HttpRequest, viewer: Principal, citation: UUID) -> HttpResponse:
    """One citation: its state for this viewer and, where all its sources may be read, the text it leads to.

    Unknown and unavailable are one answer, 200 with the neutral badge; a visitor is never sent away (threat T52).
    """
    found, texts = _read(viewer=viewer, citation=citation)
    shown(on=ShownOn.WEB, states=[found.state])
    page = citations.citation_page(
        panel=found,
        texts=texts,
        successors=_successors(viewer=viewer, found=found),
        written=_written(viewer=viewer, found=found),
        may_attest=_may_attest(viewer=viewer, found=found),
        may_rebind=_may_rebind(viewer=viewer, found=found),
        notice=notice_of(request=request),
    )
    return render(request, "ledger/citation.html", {"page": page})


def _successors(*, viewer: Principal, found: Panel) -> dict[UUID, SuccessorView]:
    """What took the place of each superseded source, where the viewer may read that too; asked after the fold alone."""
    documents = {source.document for source in found.sources if source.superseded}
    return queries.successors(viewer=viewer, documents=documents) if documents else {}


def _written(*, viewer: Principal, found: Panel) -> reading.WrittenIn | None:
    """The answer it stands in, where the viewer may read that; likewise asked after the fold alone."""
    return reading.answer_of(viewer=viewer, citation=found.citation) if found.statement else None


def _may_attest(*, viewer: Principal, found: Panel) -> bool:
    """Asked after the fold alone: nothing is offered, and nothing looked up, for what may not be read."""
    if found.state is not State.SOURCE_CHANGED or not found.sources:
        return False
    return may_attest(viewer=viewer, documents={source.document for source in found.sources})


def _may_rebind(*, viewer: Principal, found: Panel) -> bool:
    """Likewise."""
    if found.state is not State.SOURCE_CHANGED or not found.sources:
        return False
    try:
        return bool(bound_places(writer=viewer, citation=found.citation))
    except (NotFound, Forbidden):
        return False


def _read(*, viewer: Principal, citation: UUID) -> tuple[Panel, dict[UUID, VersionView]]:
    if viewer is ANONYMOUS:
        # No identity, no state: the same for every uid (DESIGN rule 13).
        return Panel(citation=citation, state=State.UNVERIFIED), {}
    found = panel(viewer=viewer, citation=citation)
    try:
        return found, {uid: queries.version(viewer=viewer, uid=uid) for uid in _current_versions(found)}
    except NotFound:
        # A right or a version went between the two questions: what holds now is the state alone.
        return Panel(citation=citation, state=panel(viewer=viewer, citation=citation).state), {}
    except queries.DamagedVersion as damaged:
        met(record=Met.VERSION, name=damaged.version)
        return Panel(citation=citation, state=State.UNVERIFIED), {}


def _current_versions(found: Panel) -> set[UUID]:
    return {source.current_version for source in found.sources}
