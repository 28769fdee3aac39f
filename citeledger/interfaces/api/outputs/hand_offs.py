"""Envelopes, and what became of them."""

from rest_framework.serializers import CharField, ChoiceField, DateTimeField, IntegerField, ListField, UUIDField

from citeledger.core.envelopes import VERSION
from citeledger.interfaces.api.outputs.shape import Shape


class HandedSegment(Shape):
    """A statement with its citation, or structure without one; `text` is null where the sender may not repeat it."""

    text = CharField(allow_null=True)
    citation = UUIDField(allow_null=True)


Envelope = type(
    "Envelope",
    (Shape,),
    {
        "__doc__": "What to give to the receiver as it is: any change makes it worthless.",
        "version": ChoiceField(choices=(VERSION,)),
        "uid": UUIDField(),
        "answer": UUIDField(),
        "from": UUIDField(),  # no name for an attribute in a class statement
        "to": UUIDField(),
        "issued_at": DateTimeField(),
        "expires_at": DateTimeField(),
        "segments": HandedSegment(many=True),
        "key": CharField(),
        "signature": CharField(),
    },
)


class HandedOver(Shape):
    """The envelope is for the receiver alone, once, until it expires.

    `unshared` are texts you manage that this one rests on, and that no grant of `read` lets the receiver, or everybody,
    read. A group may; of texts you do not manage, and of documents, nothing is said.
    """

    envelope = Envelope()
    unshared = ListField(child=UUIDField())


class TakenOver(Shape):
    """The derived text that was recorded for you; `left_out` counts statements that you may not read."""

    uid = UUIDField()
    citations = ListField(child=UUIDField())
    left_out = IntegerField()
