"""What becomes of a world when the next one is on stage: all of it stays recorded, and leaves every list.

Through the services alone: its documents are retired, and nobody may read them or what was said about them any more.
Its owner goes on managing them, so they are not without a manager.
"""

from contextlib import suppress
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from acl.queries import Holder, grants_on, grants_on_answer, principal_with_uid
from acl.rights import Right
from acl.services import grant, revoke, revoke_answer
from citeledger.core.refusals import NotFound, Refused
from citeledger.documents.models import Document
from citeledger.documents.services import retire
from citeledger.lab.models import Scene
from citeledger.lab.people import OPERATOR, principal
from citeledger.lab.standing import documents_of
from citeledger.lab.story import AGENT
from citeledger.ledger.models import Answer, AnswerContext, Citation, CitationDerived, CitationSpan

OWNER = "legal"


@transaction.atomic
def fall(*, on_stage: Scene, now: datetime) -> None:
    """Take every world but the one on stage out of the lists."""
    for scene in Scene.objects.exclude(pk=on_stage.pk):
        documents = _documents(scene)
        for answer in _answers(on=documents, before=on_stage):
            _hide_answer(answer, now)
        for document in documents:
            _hide_document(document.uid, now)
        scene.delete()


def _documents(scene: Scene) -> list[Document]:
    return list(Document.objects.filter(uid__in=documents_of(scene)))


def _answers(*, on: list[Document], before: Scene) -> list[Answer]:
    """Everything said that rests on the documents, at any depth, and what the assistant said before the world on stage.

    The second for what rested on an erased note: its way to the documents went with the note. Only what somebody reads.
    """
    level = set(CitationSpan.objects.filter(span__version__document__in=on).values_list("answer_id", flat=True))
    first = Citation.objects.get(uid=before.cast["citation:window"]).statement.answer_id
    level |= set(AnswerContext.objects.filter(agent=AGENT, answer__lt=first).values_list("answer_id", flat=True))
    found: set[int] = set()
    while level:
        found |= level
        level = set(CitationDerived.objects.filter(derived__in=level).values_list("answer_id", flat=True)) - found
    read = Q(user_grants__permission__codename=Right.READ) | Q(group_grants__permission__codename=Right.READ)
    return list(Answer.objects.select_related("writer").filter(read, pk__in=found, context__isnull=False).distinct())


def _hide_answer(answer: Answer, now: datetime) -> None:
    """As whoever wrote it. What its writer does not manage any more stays with whoever does."""
    writer = principal_with_uid(uid=answer.writer.uid)
    if writer is None:
        return
    with suppress(NotFound):
        for held in grants_on_answer(viewer=writer, answer=answer.uid):
            if held.right is Right.READ:
                revoke_answer(actor=writer, answer=answer.uid, right=held.right, holder=held.holder, at=now)


def _hide_document(document: UUID, now: datetime) -> None:
    """Retired by its owner, whatever became of the owner's rights; then closed to all readers."""
    owner, operator = principal(OWNER), principal(OPERATOR)
    grant(actor=operator, document=document, right=Right.MANAGE, holder=Holder("user", OWNER), at=now)
    with suppress(Refused):  # it is retired already
        retire(actor=owner, document=document, at=now)
    for held in grants_on(viewer=operator, document=document):
        if held.right is Right.READ:
            revoke(actor=operator, document=document, right=held.right, holder=held.holder, at=now)
