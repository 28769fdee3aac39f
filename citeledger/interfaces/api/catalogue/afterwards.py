"""What is refused about what stands: reviewing it, handing it on."""

from typing import Final

from citeledger.interfaces.api.catalogue.kinds import BAD, kind

REVIEWS: Final = (
    kind("invalid_note", BAD, "A note that cannot stand", "Send one line that says why, without control characters."),
    kind("nothing_changed", BAD, "Nothing changed", "The cited passages are unchanged; the state says so."),
    kind("not_a_direct_source", BAD, "Not a place the citation names", "Re-bind the text through which it came."),
    kind("written_anew_only", BAD, "Not to be re-bound", "Write a new statement on the new place."),
    kind("not_the_current_version", BAD, "Not the current version", "Bind to a place in 'current_version'."),
    kind("cannot_be_checked", BAD, "It cannot be checked just now", "Read the panel again later."),
)
HAND_OFFS: Final = (
    kind("unknown_receiver", BAD, "Nobody active has this uid", "Send the uid that the receiver's /api/v1/me says."),
    kind(
        "envelope_refused",
        BAD,
        "Not an envelope for you, now",
        "Altered, for somebody else, expired, taken over before, or nothing of it is yours to read: ask for a new one.",
    ),
)
