"""What publishing would do to citations, before it is done."""

from rest_framework.serializers import BooleanField, CharField, ChoiceField, IntegerField, UUIDField

from citeledger.core.outcomes import OutcomeKind
from citeledger.interfaces.api.outputs.citations import Passage, Piece
from citeledger.interfaces.api.outputs.shape import Range, Shape


class PlaceAhead(Range):
    """A place of the text that is not published yet."""

    text = CharField()


class TurnedPassage(Shape):
    """A passage as it was cited, and what becomes of it; `now` is its place in the new text, or the nearest one.

    `by_way`: a text below the statement cites it, not the statement itself.
    """

    cited = Passage()
    outcome = ChoiceField(choices=tuple(kind.value for kind in OutcomeKind if not kind.is_current))
    change = CharField()
    now = PlaceAhead(allow_null=True)
    difference = Piece(many=True)
    by_way = BooleanField()


class TurnedCitation(Shape):
    """A citation that would say `source_changed`. `found`: what its search, which found nothing, would find."""

    citation = UUIDField()
    answer = UUIDField()
    basis = CharField()
    statement = CharField()
    passages = TurnedPassage(many=True)
    found = PlaceAhead(many=True)


class Preview(Shape):
    """What publishing would do to citations in answers you may read, on sources you may all read.

    `turned` stand in `answers` answers. `to_review` counts, in whatever answer, the citations that turn and would then
    await your review, as `GET /reviews` lists them: those on sources you may all read and attest. The other numbers
    count citations: `current` and `moved` stay current, the latter elsewhere in the text; `returning` are current
    again; `differing` go on saying `source_changed`; `unknown` could not be compared here. `is_capped`: there are more
    than were looked at. `is_new` is false where the current version has these very bytes, and publishing changes
    nothing.
    """

    document = UUIDField()
    current_version = UUIDField(allow_null=True)
    is_new = BooleanField()
    turned = TurnedCitation(many=True)
    answers = IntegerField()
    to_review = IntegerField()
    current = IntegerField()
    moved = IntegerField()
    returning = IntegerField()
    differing = IntegerField()
    unknown = IntegerField()
    is_capped = BooleanField()
