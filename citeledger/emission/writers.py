"""Who writes, and for whom: people and programs that are active now."""

from uuid import UUID

from acl.queries import principal_with_uid
from citeledger.core.principals import Principal
from citeledger.core.refusals import Forbidden, Refused


def identity_of(writer: Principal) -> UUID:
    """The writer's uid. Nobody in particular and whoever was shut out meanwhile write nothing, whatever is public."""
    if writer.uid is None or principal_with_uid(uid=writer.uid) is None:
        raise Forbidden
    return writer.uid


def person_with(uid: UUID | None) -> Principal | None:
    """Whom an answer is written for, if anybody. Raises Refused."""
    person = principal_with_uid(uid=uid) if uid else None
    if uid and person is None:
        raise Refused("unknown_person", "Nobody active has this uid.", "on_behalf_of")
    return person
