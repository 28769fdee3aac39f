"""The evaluator as one would write it first: a loop over citations and their sources, asking about one at a time.

It answers what the product answers (the measurement checks that), so the two may be compared. It takes the stored
span results like the product does; without them it would read and compare texts, and be slower still.
"""

from collections.abc import Iterator, Sequence
from uuid import UUID

from django.utils import timezone

from acl.models import AnswerGroupGrant, AnswerUserGrant, DocumentGroupGrant, DocumentUserGrant, User
from citeledger.core.anchoring import OutcomeKind
from citeledger.core.principals import Principal
from citeledger.core.states import STRICTNESS, State
from citeledger.documents.models import Document, DocumentHead, Withdrawal
from citeledger.ledger.models import Answer, Citation, CitationDerived, CitationSpan, Span
from citeledger.log.models import Erasure
from revalidation.models import ProofFailure, SpanResult


def states(*, viewer: Principal, citations: Sequence[UUID]) -> list[tuple[UUID, State]]:
    """One state per citation, in order."""
    user = User.objects.get(username=viewer.name, is_active=True)
    return [(uid, _state(user, uid)) for uid in citations]


def _state(viewer: User, uid: UUID) -> State:
    citation = Citation.objects.filter(uid=uid).first()
    if citation is None:
        return State.UNAVAILABLE
    found = list(_sources(viewer, citation))
    return min(found, key=STRICTNESS.__getitem__, default=State.UNAVAILABLE)


def _sources(viewer: User, citation: Citation) -> Iterator[State]:
    for edge in CitationSpan.objects.filter(citation=citation).select_related("span__version__document"):
        yield _span_state(viewer, edge.span)
    for below in CitationDerived.objects.filter(citation=citation).select_related("derived"):
        yield _text_state(viewer, below.derived)
        for deeper in Citation.objects.filter(statement__answer=below.derived):
            yield from _sources(viewer, deeper)


def _text_state(viewer: User, text: Answer) -> State:
    if Erasure.objects.filter(subject_uid=text.uid).exists() or not _may_read_text(viewer, text):
        return State.UNAVAILABLE
    return State.CURRENT


def _span_state(viewer: User, span: Span) -> State:
    document = span.version.document
    head = DocumentHead.objects.get(document=document)
    if head.retired_at or Withdrawal.objects.filter(version=span.version).exists():
        return State.UNAVAILABLE
    if not _may_read(viewer, document):
        return State.UNAVAILABLE
    if ProofFailure.objects.filter(span=span).exists():
        return State.UNVERIFIED
    is_superseded = head.superseded_from is not None and head.superseded_from <= timezone.now()
    return State.SOURCE_CHANGED if is_superseded or not _is_unchanged(span, head) else State.CURRENT


def _is_unchanged(span: Span, head: DocumentHead) -> bool:
    if head.version_id == span.version_id:
        return True
    return OutcomeKind(SpanResult.objects.get(span=span, version=head.version_id).outcome).is_current


def _may_read(viewer: User, document: Document) -> bool:
    """As a library for object permissions asks: the user's own grant, then those of the user's groups."""
    named = {"content_object": document, "permission__codename": "read"}
    own = DocumentUserGrant.objects.filter(user=viewer, **named)
    return own.exists() or DocumentGroupGrant.objects.filter(group__user=viewer, **named).exists()


def _may_read_text(viewer: User, text: Answer) -> bool:
    named = {"content_object": text, "permission__codename": "read"}
    own = AnswerUserGrant.objects.filter(user=viewer, **named)
    return own.exists() or AnswerGroupGrant.objects.filter(group__user=viewer, **named).exists()
