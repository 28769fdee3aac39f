"""The rights, as a table a lawyer could review (DESIGN section 4, Rights). None implies read; see `WRITTEN_WITH`."""

from enum import StrEnum


class Right(StrEnum):
    """What can be granted on one document (or, for `read` and `manage`, on one derived text)."""

    READ = "read"
    CITE = "cite"
    ATTEST = "attest"
    EDIT = "edit"
    MANAGE = "manage"


class InstallationRight(StrEnum):
    """What can be granted over the whole installation."""

    AUDIT = "audit"
    OPERATE = "operate"
    ACT_FOR = "act_for"


# Whoever edits or manages has to see what they change; granting either writes read as well, as its own row.
WRITTEN_WITH: dict[Right, frozenset[Right]] = {
    Right.EDIT: frozenset({Right.READ}),
    Right.MANAGE: frozenset({Right.READ}),
}

CREATOR_RIGHTS: tuple[Right, ...] = tuple(Right)

ANYONE = "anyone"
SIGNED_IN = "signed_in"
RESERVED_GROUPS: tuple[str, ...] = (ANYONE, SIGNED_IN)


def rights_written(right: Right) -> frozenset[Right]:
    """The rows a grant of `right` writes."""
    return WRITTEN_WITH.get(right, frozenset()) | {right}
