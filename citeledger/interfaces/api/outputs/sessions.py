"""Sessions, and what is read in them."""

from rest_framework.serializers import BooleanField, CharField, ChoiceField, DateTimeField, IntegerField, UUIDField

from citeledger.emission.kinds import StepKind
from citeledger.interfaces.api.outputs.shape import Range, Shape


class Step(Shape):
    """What was done. `subject` is the version read, the span minted or the answer emitted; `query` was searched."""

    ordinal = IntegerField()
    kind = ChoiceField(choices=tuple(kind.value for kind in StepKind))
    at = DateTimeField()
    subject = UUIDField(allow_null=True)
    query = CharField(allow_null=True)


class Session(Shape):
    """Steps in order. From `closes_at` on it can be read, and nothing more be done in it."""

    uid = UUIDField()
    question = CharField()
    on_behalf_of = UUIDField(allow_null=True)
    at = DateTimeField()
    closes_at = DateTimeField()
    steps = Step(many=True)


class ReadPassage(Range):
    """A stretch of a version's canonical text.

    `published_by_program` names the program that published it, where no person adopted it.
    """

    document = UUIDField()
    version = UUIDField()
    number = IntegerField()
    is_current = BooleanField()
    text = CharField()
    published_by_program = CharField(allow_null=True, source="program")
