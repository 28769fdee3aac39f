"""Who acts and for whom a verdict is computed, detached from the ORM."""

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID


class Kind(StrEnum):
    PERSON = "person"
    SERVICE = "service"
    ANONYMOUS = "anonymous"


@dataclass(frozen=True, slots=True)
class Principal:
    """A user, a service, or the anonymous principal. Carries no rights: those are read live, each time."""

    kind: Kind
    id: int | None
    uid: UUID | None
    name: str


ANONYMOUS = Principal(kind=Kind.ANONYMOUS, id=None, uid=None, name="anonymous")
