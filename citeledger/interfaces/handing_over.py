"""The envelope of a hand-off: the sender's answer as it may be repeated, in the one signed form for API and MCP."""

from uuid import UUID

from citeledger.core.envelopes import HandedSegment, Json
from citeledger.core.principals import Principal
from citeledger.emission import hand_offs
from revalidation import reading
from revalidation.repeating import repeatable
from revalidation.views import StatementView


def envelope_of(*, sender: Principal, hand_off: UUID) -> dict[str, Json]:
    """The envelope, with the words of what is `current` for the sender now. Raises NotFound."""
    answer = hand_offs.handed_answer(sender=sender, hand_off=hand_off)
    view = repeatable(reading.answer(viewer=sender, uid=answer))
    segments = [
        HandedSegment(segment.text, segment.citation if isinstance(segment, StatementView) else None)
        for segment in view.segments
    ]
    return hand_offs.envelope(sender=sender, hand_off=hand_off, segments=segments)
