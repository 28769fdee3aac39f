"""What became of a response, or of a text, that existed before."""

from typing import Final

from rest_framework.serializers import CharField, ChoiceField, IntegerField, ListField, UUIDField

from citeledger.core.statements import Basis
from citeledger.core.states import State
from citeledger.interfaces.api.outputs.search import Hit
from citeledger.interfaces.api.outputs.shape import Range, Shape

NOT_FROM_SOURCES: Final = "not written from sources"
_BASES: Final = (Basis.QUOTED, Basis.PARAPHRASED, Basis.PLAUSIBILITY, Basis.DOCUMENT_ONLY)


class IngestedStatement(Range):
    """A piece of the answer, at these code points of its `text`.

    With `spans` it rests on proved passages: `citation` is there once it is recorded, and has a state of its own.
    Without any its `state` is always `unverified`, with a `label`. `versions` are named as wholes, which proves
    nothing. `withheld` says why it is not in the recorded answer.
    """

    text = CharField()
    basis = ChoiceField(choices=tuple(basis.value for basis in _BASES))
    label = ChoiceField(choices=(NOT_FROM_SOURCES,), allow_null=True)  # type: ignore[assignment]  # DRF takes declared fields off the class
    state = ChoiceField(choices=(State.UNVERIFIED.value,), allow_null=True)
    spans = ListField(child=UUIDField())
    versions = ListField(child=UUIDField())
    citation = UUIDField(allow_null=True)
    withheld = CharField(allow_null=True)


class Told(Shape):
    """A code, and the path of a part of the response or `statements.N` of this report."""

    code = CharField()
    at = CharField()


class IngestedLink(Shape):
    """A link, as text for people and never a citation. `cite` are versions you may read with this address: cite those.

    `href` is null where it may lead elsewhere than it seems to.
    """

    shown = CharField()
    href = CharField(allow_null=True)
    cite = ListField(child=UUIDField())


class Ingest(Shape):
    """The answer without its markers, its statements in order, and what was refused, noted or is a link.

    `not_from_sources` counts statements without a proved passage, `withheld` those that are not in the `answer`.
    """

    text = CharField()
    statements = IngestedStatement(many=True)
    not_from_sources = IntegerField()
    answer = UUIDField(allow_null=True)
    withheld = IntegerField()
    rejections = Told(many=True)
    notes = Told(many=True)
    links = IngestedLink(many=True)


class Retrofitted(Range):
    """A sentence of the text, and passages that use its words: to look at, nothing says that they support it."""

    text = CharField()
    basis = ChoiceField(choices=(Basis.PLAUSIBILITY.value,))
    label = ChoiceField(choices=(NOT_FROM_SOURCES,))  # type: ignore[assignment]  # as above
    state = ChoiceField(choices=(State.UNVERIFIED.value,))
    candidates = Hit(many=True)


class Retrofit(Shape):
    """Nothing was recorded. `pending` versions are not indexed yet, and were not searched."""

    sentences = Retrofitted(many=True)
    not_from_sources = IntegerField()
    pending = IntegerField()
