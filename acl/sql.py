"""The rule "may this viewer do this" as SQL, in the two shapes in which it is asked.

`granted` is correlated (one probe per thing asked about), `granted_ids` is the set. A property test holds them equal
(threats T12, T26). Shapes and indexes follow measurements: `EXISTS OR EXISTS` walked everything a group can read.
"""

from dataclasses import dataclass

from acl.rights import ANYONE, SIGNED_IN, Right


@dataclass(frozen=True, slots=True)
class Grantable:
    """Tables that carry the grants on one kind of thing."""

    app_label: str
    model: str
    user_grants: str
    group_grants: str


DOCUMENT = Grantable("documents", "document", "acl_documentusergrant", "acl_documentgroupgrant")
ANSWER = Grantable("ledger", "answer", "acl_answerusergrant", "acl_answergroupgrant")


def permission_id(thing: Grantable, right: Right) -> str:
    """Scalar sub-select; both names come from our own enums, never from a caller."""
    return (
        "(SELECT p.id FROM auth_permission p JOIN django_content_type t ON t.id = p.content_type_id"
        f" WHERE t.app_label = '{thing.app_label}' AND t.model = '{thing.model}' AND p.codename = '{right.value}')"
    )


def active_viewer(viewer: str) -> str:
    """The viewer's id, or no row for the anonymous, the unknown and the inactive. `viewer` is a placeholder."""
    return f"SELECT id FROM acl_user WHERE id = {viewer} AND is_active"


def viewer_groups(viewer: str) -> str:
    """Ids of the groups the viewer is in: memberships, `signed_in` for an active viewer, `anyone` for all."""
    return (
        f"SELECT m.group_id FROM acl_user_groups m WHERE m.user_id = ({active_viewer(viewer)})"
        f" UNION SELECT g.id FROM auth_group g WHERE g.name = '{ANYONE}'"
        f" UNION SELECT g.id FROM auth_group g WHERE g.name = '{SIGNED_IN}' AND EXISTS ({active_viewer(viewer)})"
    )


def granted(thing: Grantable, *, permission: str, object_id: str, viewer_id: str, groups: str) -> str:
    """1 if granted to one of the groups or to the viewer, else 0; the last four are SQL expressions."""
    # Groups first: most rights come through one, and then the second probe is not made.
    return (
        f"COALESCE((SELECT 1 FROM {thing.group_grants} x WHERE x.content_object_id = {object_id}"
        f" AND x.permission_id = {permission} AND x.group_id IN ({groups}) LIMIT 1),"
        f" (SELECT 1 FROM {thing.user_grants} x WHERE x.content_object_id = {object_id}"
        f" AND x.permission_id = {permission} AND x.user_id = ({viewer_id}) LIMIT 1), 0)"
    )


def granted_ids(thing: Grantable, *, right: Right, viewer: str) -> str:
    """Ids of all things granted to the viewer. Uses the placeholder `viewer` three times."""
    permission = permission_id(thing, right)
    return (
        f"SELECT x.content_object_id FROM {thing.user_grants} x WHERE x.permission_id = {permission}"
        f" AND x.user_id = ({active_viewer(viewer)})"
        f" UNION SELECT x.content_object_id FROM {thing.group_grants} x WHERE x.permission_id = {permission}"
        f" AND x.group_id IN ({viewer_groups(viewer)})"
    )


GRANTED_IDS_PLACEHOLDERS = 3
