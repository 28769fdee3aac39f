"""What every shape is made of."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from rest_framework import serializers
from rest_framework.serializers import CharField, IntegerField, UUIDField


class Shape(serializers.Serializer[Any]):
    """A JSON object read off a frozen value."""


class ProgramField(CharField):
    """The program that published a row's `version`, null where a person stands by it (ADR 17).

    The context of the shape has their names by version, as `programs`: one statement asks for those of a whole list.
    """

    def __init__(self) -> None:
        super().__init__(source="version", allow_null=True)

    def to_representation(self, version: Any) -> str | None:  # type: ignore[override]  # the name, or none
        programs: Mapping[UUID, str] = self.context["programs"]
        return programs.get(version)


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
