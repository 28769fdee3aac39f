"""Who asks, and who holds which right."""

from typing import Final

from rest_framework.serializers import CharField, ChoiceField, UUIDField

from acl.rights import Right
from citeledger.core.principals import Kind
from citeledger.interfaces.api.outputs.shape import Shape

_RIGHTS: Final = tuple(right.value for right in Right)


class Me(Shape):
    uid = UUIDField()
    name = CharField()
    kind = ChoiceField(choices=(Kind.PERSON.value, Kind.SERVICE.value))


class Holder(Shape):
    kind = ChoiceField(choices=("user", "group"))
    name = CharField()


class Grant(Shape):
    right = ChoiceField(choices=_RIGHTS)
    holder = Holder()


class Grants(Shape):
    grants = Grant(many=True)
