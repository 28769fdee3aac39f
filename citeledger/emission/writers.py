"""Who writes, and for whom: people and programs that are active now."""

from uuid import UUID

from acl.queries import holds, principal_with_uid
from acl.rights import InstallationRight
from citeledger.core.principals import Principal
from citeledger.core.refusals import Forbidden, Refused


def identity_of(writer: Principal) -> UUID:
    """The writer's uid. Nobody in particular and whoever was shut out meanwhile write nothing, whatever is public."""
    if writer.uid is None or principal_with_uid(uid=writer.uid) is None:
        raise Forbidden
    return writer.uid


def acted_for(*, writer: Principal, uid: UUID | None) -> Principal | None:
    """Whom an answer is written for, if anybody: by their rights its sources are judged, not by the writer's.

    The right comes before the look-up, so that without it no uid says whether somebody is behind it. Raises Refused
    (`may_not_act_for`, `unknown_person`).
    """
    if uid is None:
        return None
    if not holds(principal=writer, right=InstallationRight.ACT_FOR):
        raise Refused("may_not_act_for", "You may not act for others; leave it out.", "on_behalf_of")
    person = principal_with_uid(uid=uid)
    if person is None:
        raise Refused("unknown_person", "Nobody active has this uid.", "on_behalf_of")
    return person
