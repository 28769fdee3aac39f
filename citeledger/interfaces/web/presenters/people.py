"""People, groups and access tokens."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from citeledger.interfaces.names import Name


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonRow:
    uid: UUID
    name: Name
    groups: tuple[Name, ...]
    status: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupItem:
    """`value` is the name as forms send it back, `name` as people may see it."""

    value: str
    name: Name
    size: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PeoplePage:
    people: tuple[PersonRow, ...]
    groups: tuple[GroupItem, ...]
    notice: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonPage:
    uid: UUID
    name: Name
    status: str
    memberships: tuple[GroupItem, ...]
    is_active: bool
    notice: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenRow:
    uid: UUID
    name: Name
    created_at: datetime
    revoked_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TokensPage:
    """`secret` is a token just issued, shown this once; otherwise empty."""

    rows: tuple[TokenRow, ...]
    secret: str = ""
    notice: str = ""
