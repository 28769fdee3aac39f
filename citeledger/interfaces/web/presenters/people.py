"""People, groups and access tokens."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from acl.queries import GroupRow as Group
from acl.queries import InstallationHolding, Person
from acl.queries import TokenRow as Token
from citeledger.core.principals import Kind
from citeledger.interfaces.names import Name, shown_name
from citeledger.interfaces.web.presenters.frame import counted
from citeledger.interfaces.web.presenters.rights import RightsTable, holder_name, installation_table


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
    """`unmanaged`: documents nobody manages, by uid alone, because operating gives no right to read."""

    people: tuple[PersonRow, ...]
    groups: tuple[GroupItem, ...]
    table: RightsTable
    unmanaged: tuple[UUID, ...] = ()
    notice: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonPage:
    uid: UUID
    name: Name
    status: str
    memberships: tuple[GroupItem, ...]
    is_active: bool
    is_service: bool = False
    notice: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenRow:
    uid: UUID
    name: Name
    created_at: datetime
    is_revoked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TokensPage:
    """`secret` is a token just issued, shown this once; otherwise empty."""

    rows: tuple[TokenRow, ...]
    secret: str = ""
    notice: str = ""


def people_page(
    *,
    people: Iterable[Person],
    groups: Iterable[Group],
    holdings: Iterable[InstallationHolding],
    unmanaged: Iterable[UUID],
    notice: str,
) -> PeoplePage:
    """Everybody, all groups, who holds rights over the installation, and what nobody manages any more."""
    everybody = tuple(people)
    superusers = [person.username for person in everybody if person.is_superuser and person.is_active]
    return PeoplePage(
        people=tuple(_person_row(person=person) for person in everybody),
        groups=tuple(_group_item(group=group) for group in groups),
        table=installation_table(holdings=holdings, superusers=superusers),
        unmanaged=tuple(unmanaged),
        notice=notice,
    )


def _person_row(*, person: Person) -> PersonRow:
    return PersonRow(
        uid=person.uid,
        name=shown_name(text=person.username),
        groups=tuple(shown_name(text=group) for group in person.groups),
        status=_status(person=person),
    )


def _status(*, person: Person) -> str:
    kind = "superuser" if person.is_superuser else person.kind
    return f"{kind}, {'active' if person.is_active else 'deactivated'}"


def _group_item(*, group: Group) -> GroupItem:
    size = (
        "has no members: grant to it"
        if group.reserved
        else counted(count=len(group.members), one="member", many="members")
    )
    return GroupItem(value=group.name, name=holder_name(kind="group", name=group.name), size=size)


def person_page(*, person: Person, notice: str) -> PersonPage:
    """One account."""
    return PersonPage(
        uid=person.uid,
        name=shown_name(text=person.username),
        status=_status(person=person).capitalize(),
        memberships=tuple(GroupItem(value=group, name=shown_name(text=group)) for group in person.groups),
        is_active=person.is_active,
        is_service=person.kind == Kind.SERVICE,
        notice=notice,
    )


def tokens_page(*, rows: Iterable[Token], secret: str, notice: str) -> TokensPage:
    """One's own tokens."""
    return TokensPage(
        rows=tuple(
            TokenRow(
                uid=row.uid,
                name=shown_name(text=row.name),
                created_at=datetime.fromisoformat(row.created_at),
                is_revoked=row.revoked,
            )
            for row in rows
        ),
        secret=secret,
        notice=notice,
    )
