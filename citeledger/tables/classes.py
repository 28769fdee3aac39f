"""The four table classes (DESIGN section 4) as decorators on models.

A class decides which guards the database carries for a table; the models stay plain Django models.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from django.db import models

M = TypeVar("M", bound=models.Model)


class TableClass(StrEnum):
    RECORD = "record"
    CONTENT = "content"
    DERIVED = "derived"
    CONTROL = "control"


@dataclass(frozen=True, slots=True)
class Classification:
    """`subject_uid` is SQL over the row `OLD` that yields the uid whose erasure frees the row."""

    table_class: TableClass
    subject_uid: str | None = None


CLASSIFICATIONS: dict[type[models.Model], Classification] = {}


def record(model: type[M]) -> type[M]:
    """Ids, salted commitments and times: inserted once, never updated, never deleted."""
    return _register(model, Classification(TableClass.RECORD))


def content(*, subject_uid: str) -> Callable[[type[M]], type[M]]:
    """Text, names, salts: inserted once, never updated, deletable only where an erasure row names the subject."""
    return lambda model: _register(model, Classification(TableClass.CONTENT, subject_uid))


def derived(model: type[M]) -> type[M]:
    """Rebuildable from records and content."""
    return _register(model, Classification(TableClass.DERIVED))


def control(model: type[M]) -> type[M]:
    """Heads, grants, surfaces: may change; every change is logged."""
    return _register(model, Classification(TableClass.CONTROL))


def _register(model: type[M], classification: Classification) -> type[M]:
    CLASSIFICATIONS[model] = classification
    return model
