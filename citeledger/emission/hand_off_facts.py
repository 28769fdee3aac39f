"""The facts of hand-offs as the log keeps them, built again from the tables by whoever verifies.

Their subject is the hand-off, not the answer, so they outlive its erasure, as the records do: ids and times alone.
"""

from typing import Final

from citeledger.core.moments import written
from citeledger.emission.models import HandOff, HandOffReceipt
from citeledger.log.services import Json

ANSWER_HANDED_OVER: Final = "answer_handed_over"
HAND_OFF_TAKEN: Final = "hand_off_taken"


def describe_hand_off(row: HandOff) -> dict[str, Json]:
    """The body of `answer_handed_over`. Costs queries unless answer, sender and receiver are loaded."""
    return {
        "answer": str(row.answer.uid),
        "at": written(row.at),
        "expires_at": written(row.expires_at),
        "hand_off": str(row.uid),
        "receiver": str(row.receiver.uid),
        "sender": str(row.sender.uid),
    }


def describe_receipt(row: HandOffReceipt) -> dict[str, Json]:
    """The body of `hand_off_taken`. Costs a query unless the hand-off is loaded."""
    return {"at": written(row.at), "hand_off": str(row.hand_off.uid)}
