"""What is refused about rights, accounts and surfaces."""

from http import HTTPStatus
from typing import Final

from citeledger.interfaces.api.catalogue.kinds import BAD, kind

ADMINISTRATION: Final = (
    kind("unknown_holder", BAD, "No such user or group", "Check the spelling of the name."),
    kind(
        "last_manager",
        HTTPStatus.CONFLICT,
        "Nobody would manage it any more",
        "Grant manage to somebody else first.",
    ),
    kind("right_not_applicable", BAD, "Not a right of this thing", "Answers carry read and manage only."),
    kind("reserved_group", BAD, "A group without members", "Grant to anyone and signed_in; nobody joins them."),
    kind("unknown_group", BAD, "No such group", "Check the spelling of the name."),
    kind("group_name_taken", BAD, "The group exists", "Choose another name."),
    kind("unknown_user", BAD, "No such user", "Check the uid."),
    kind("username_taken", BAD, "The user exists", "Choose another name."),
    kind("invalid_username", BAD, "Not a username", "Use letters, digits and @ . + - _ only."),
    kind("wrong_password", BAD, "Not the password", "Send the password as it is now."),
    kind("weak_password", BAD, "The password is too weak", "Choose a longer, less common one."),
    kind("name_taken", BAD, "The surface exists", "Choose another name."),
    kind("bad_origin", BAD, "Not an exact web origin", "Send scheme and host, and the port if there is one."),
    kind("origin_taken", BAD, "The origin belongs to a surface", "Remove it there first."),
    kind("kid_taken", BAD, "The key name exists", "Choose another name."),
    kind("bad_algorithm", BAD, "Not an algorithm of surface keys", "Use EdDSA or HS256."),
    kind("bad_key", BAD, "Not a key", "Send an Ed25519 public key in PEM."),
    kind("weak_key", BAD, "The secret is too short", "Send at least 32 random bytes."),
)
