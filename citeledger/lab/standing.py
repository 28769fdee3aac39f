"""How the world on stage stands: everything a control can change, as one value. Equal before and after: no change."""

from uuid import UUID

from acl.queries import grants_on
from citeledger.documents.models import DocumentHead, Withdrawal
from citeledger.lab.models import Scene
from citeledger.lab.people import OPERATOR, principal
from citeledger.lab.story import REAL
from citeledger.log.models import Erasure

_DOCUMENTS = ("policy", "draft", "successor", *(real.slug for real in REAL))


def documents_of(scene: Scene) -> list[UUID]:
    """The documents of the cast; whatever else was put beside them is not the lab's."""
    return [UUID(scene.cast[name]) for name in _DOCUMENTS if name in scene.cast]


def standing(scene: Scene) -> tuple[object, ...]:
    """Which world it is, its cast, and what has become of its documents, their rights and its note."""
    documents = documents_of(scene)
    heads = DocumentHead.objects.filter(document__uid__in=documents).order_by("document_id")
    withdrawn = Withdrawal.objects.filter(version__document__uid__in=documents)
    operator = principal(OPERATOR)
    return (
        scene.pk,
        tuple(sorted(scene.cast.items())),
        tuple(heads.values_list("version_id", "metadata_id", "retired_at", "superseded_by_id", "superseded_from")),
        tuple(grants_on(viewer=operator, document=document) for document in documents),
        frozenset(withdrawn.values_list("version_id", flat=True)),
        Erasure.objects.filter(subject_uid=scene.cast["note"]).exists(),
    )
