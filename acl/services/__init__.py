"""Changing rights. Each change and its log entry commit together; the epochs move by trigger, never from here."""

from acl.services.granting import (
    drop_answer_grants,
    grant,
    grant_all_to_creator,
    grant_answer,
    grant_answer_to_writer,
    revoke,
    revoke_answer,
)
from acl.services.incarnation import rotate_incarnation
from acl.services.installation import grant_installation, revoke_installation
from acl.services.people import add_member, change_password, create_group, create_user, remove_member, set_active
from acl.services.tokens import TOKEN_PREFIX, issue_token, issue_token_of_service, revoke_token

__all__ = [
    "TOKEN_PREFIX",
    "add_member",
    "change_password",
    "create_group",
    "create_user",
    "drop_answer_grants",
    "grant",
    "grant_all_to_creator",
    "grant_answer",
    "grant_answer_to_writer",
    "grant_installation",
    "issue_token",
    "issue_token_of_service",
    "remove_member",
    "revoke",
    "revoke_answer",
    "revoke_installation",
    "revoke_token",
    "rotate_incarnation",
    "set_active",
]
