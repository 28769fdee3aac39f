"""What every shape is made of."""

from typing import Any

from rest_framework import serializers
from rest_framework.serializers import CharField, IntegerField, UUIDField


class Shape(serializers.Serializer[Any]):
    """A JSON object read off a frozen value."""


class Created(Shape):
    uid = UUIDField()


class Range(Shape):
    """Code points of the canonical text, end exclusive."""

    start = IntegerField()
    end = IntegerField()


class ProblemKindShape(Shape):
    type = CharField()
    code = CharField()
    status = IntegerField()
    title = CharField()
    advice = CharField()


class Problems(Shape):
    problems = ProblemKindShape(many=True)
