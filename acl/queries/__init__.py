"""Reading rights: may this principal do this, to which things, and who holds what. Live, every time (DESIGN rule 7)."""

from acl.queries.grants import (
    Grant,
    Holder,
    InstallationHolding,
    grants_on,
    grants_on_answer,
    installation_grants,
    not_named_on_answers,
)
from acl.queries.own import SurfaceName, TokenRow, surfaces_of, surfaces_open_to, tokens_of
from acl.queries.people import GroupRow, Person, groups, people, person
from acl.queries.principals import principal_named, principal_of, principal_of_token, principal_with_uid
from acl.queries.rights import (
    can,
    can_on_answer,
    can_read_answer,
    holds,
    installation_rights,
    managed_answers,
    may_grant,
    readable,
    readable_answers,
    require_operate,
)

__all__ = [
    "Grant",
    "GroupRow",
    "Holder",
    "InstallationHolding",
    "Person",
    "SurfaceName",
    "TokenRow",
    "can",
    "can_on_answer",
    "can_read_answer",
    "grants_on",
    "grants_on_answer",
    "groups",
    "holds",
    "installation_grants",
    "installation_rights",
    "managed_answers",
    "may_grant",
    "not_named_on_answers",
    "people",
    "person",
    "principal_named",
    "principal_of",
    "principal_of_token",
    "principal_with_uid",
    "readable",
    "readable_answers",
    "require_operate",
    "surfaces_of",
    "surfaces_open_to",
    "tokens_of",
]
