"""What a search finds."""

from rest_framework.serializers import CharField, FloatField, IntegerField, ListField, UUIDField

from citeledger.interfaces.api.outputs.shape import Range, Shape


class Hit(Range):
    """A passage, ready to be minted: `text` is what stands there. `score` compares the hits of one search only.

    `published_by_program` names the program that published it, where no person adopted it.
    """

    document = UUIDField()
    version = UUIDField()
    number = IntegerField()
    title = CharField()
    headings = ListField(child=CharField())
    text = CharField()
    score = FloatField()
    published_by_program = CharField(allow_null=True, source="program")


class Found(Shape):
    """Best first. `pending` versions of what was searched are not indexed yet: ask again in a few seconds."""

    hits = Hit(many=True)
    pending = IntegerField()
