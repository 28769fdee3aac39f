"""The life of a document's cited passages."""

from rest_framework.serializers import CharField, DateTimeField, IntegerField, UUIDField

from citeledger.interfaces.api.outputs.citations import Passage, Verdict
from citeledger.interfaces.api.outputs.shape import Shape


class LifeVersion(Shape):
    uid = UUIDField()
    number = IntegerField()
    at = DateTimeField()


class Became(Shape):
    """What became of the passage in a version; `outcome` is null where nobody has compared it yet."""

    version = UUIDField()
    number = IntegerField()
    outcome = CharField(allow_null=True)


class PassageLife(Shape):
    """A cited passage, and what became of it in each version behind the cited one.

    `citations` are the first that rest on it, with their states for you; `more` counts further ones.
    """

    uid = UUIDField()
    passage = Passage()
    citations = Verdict(many=True)
    more = IntegerField()
    became = Became(many=True)


class Life(Shape):
    """A stretch of the passages, in the order of version and text; `next` is null at the end."""

    versions = LifeVersion(many=True)
    passages = PassageLife(many=True)
    next = CharField(allow_null=True)
