"""The sentences of a report, around the words every surface shares: constants, and two with the viewer's own facts."""

from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

from citeledger.core.states import READING_ORDER, State
from citeledger.interfaces.exports.export import ExportedAttestation, ExportedVersion, ExportKind
from citeledger.interfaces.wording import BASES, STATES, UNAVAILABLE_NOTICE, as_of_notice

KINDS: Final[Mapping[ExportKind, str]] = {
    "runbook": "Runbook",
    "ticket": "Ticket",
    "answer": "Answer",
    "memory_note": "Memory note",
    "summary": "Summary",
    "plan": "Plan",
    "tool_result": "Tool result",
    "hand_off": "Hand-off",
}

NAMELESS: Final = "a viewer without a name"
NAMELESS_PERSON: Final = "a person without a name"
UNCHECKED_NOTICE: Final = "This statement is not shown, because it could not be checked."
NOTICES: Final[Mapping[State, str]] = {State.UNAVAILABLE: UNAVAILABLE_NOTICE, State.UNVERIFIED: UNCHECKED_NOTICE}
"""What stands in place of a whole statement: chosen by the shown state and nothing else (DESIGN rules 6 and 8)."""


def stamp(*, viewer_name: str, at: datetime) -> str:
    """Whose view this is, of when (UTC, to the second), and that paper does not follow its sources."""
    moment = f"{at.astimezone(UTC):%Y-%m-%d %H:%M:%S}"
    return f"States computed for {viewer_name.strip() or NAMELESS} at {moment} UTC; a later copy cannot be revalidated."


def summary(*, counts: Counter[State]) -> str:
    """`7 citations: 5 current, 1 source changed, 1 unavailable`."""
    if not (total := counts.total()):
        return "No citations"
    named = ", ".join(f"{counts[state]} {STATES[state].word.lower()}" for state in READING_ORDER if counts[state])
    return f"{total} citation{'' if total == 1 else 's'}: {named}"


def attested_sentence(*, attested: ExportedAttestation) -> str:
    """Who said when that the statement still holds, and whether a passage changed again since."""
    by, on = attested.by.strip() or NAMELESS_PERSON, attested.on.isoformat()
    if attested.still_applies:
        return f"Still holds, says {by} on {on}:"
    return f"{by} said on {on} that it still held. A passage changed again since. The note was:"


def basis_word(*, basis: str) -> str:
    """The shared word for a basis; a basis this release has no word for is printed as it came."""
    return BASES[basis].word if basis in BASES else basis


def basis_remark(*, basis: str) -> str:
    """What has to stand beside the word, if anything."""
    return BASES[basis].remark if basis in BASES else ""


def bound_sentence(*, bound: ExportedVersion) -> str:
    """``as of version 42, 2026-03-02``."""
    return as_of_notice(number=bound.number, day=bound.on.isoformat())
