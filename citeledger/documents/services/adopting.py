"""A person takes on what a program published (ADR 17). It changes no text and no state, and stays in the log."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from acl.rights import Right
from citeledger.core.principals import Kind, Principal
from citeledger.core.refusals import Forbidden, NotFound, Refused
from citeledger.documents import facts
from citeledger.documents.access import account_of, only_visible, required
from citeledger.documents.models import Adoption, Version
from citeledger.documents.programs import by_a_program
from citeledger.documents.services.heads import locked_head, refuse_if_retired
from citeledger.documents.standing import text_stands
from citeledger.log.services import append


@transaction.atomic
def adopt(*, actor: Principal, version: UUID, at: datetime) -> None:
    """The actor, a person, stands by this version from now on: it no longer counts as a program's alone.

    Needs `edit`. Raises NotFound (also for a withdrawn version), Forbidden (also for services), Refused
    (`nothing_to_adopt`: a person published it, or adopted it before; `document_retired`).
    """
    row = _standing(actor=actor, uid=version)
    document = required(actor=actor, right=Right.EDIT, document=row.document.uid)
    if actor.kind is not Kind.PERSON:
        raise Forbidden
    refuse_if_retired(locked_head(document))  # and whoever adopts at the same moment waits, or came first
    if not Version.objects.filter(by_a_program(""), pk=row.pk).exists():
        raise Refused("nothing_to_adopt", "A person published this version, or adopted it before.", "version")
    made = Adoption.objects.create(version=row, person_id=account_of(actor), at=at)
    append(kind=facts.VERSION_ADOPTED, actor=actor, subject=version, body=facts.describe_adoption(made), at=at)


def _standing(*, actor: Principal, uid: UUID) -> Version:
    rows = Version.objects.filter(text_stands(""), uid=uid).select_related("document")
    found = only_visible(rows, viewer=actor, path="document__").first()
    if found is None:
        raise NotFound
    return found
