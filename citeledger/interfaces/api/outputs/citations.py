"""The state of citations, and what may be told beside it."""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.serializers import (
    BooleanField,
    CharField,
    ChoiceField,
    DateTimeField,
    DictField,
    IntegerField,
    ListField,
    UUIDField,
)

from citeledger.core.anchoring.notes import Note
from citeledger.core.states import ADVICE_OF, Advice
from citeledger.extraction import RegionKind
from citeledger.interfaces.api.outputs.answers import ADVICE, BASES, STATES, KeptAnswer
from citeledger.interfaces.api.outputs.shape import Shape
from citeledger.interfaces.readings import notes


class Advised(Shape):
    """A state, and what a program does about it."""

    state = ChoiceField(choices=STATES)
    advice = serializers.SerializerMethodField()

    @extend_schema_field(ChoiceField(choices=ADVICE))
    def get_advice(self, decided: Any) -> Advice:
        """The same for everybody who hears this state."""
        return ADVICE_OF[decided.state]


class Verdict(Advised):
    citation = UUIDField()


class RecordedAnswer(KeptAnswer):
    """One citation per statement that was recorded, in order; `withheld` are those that were not (`on_unproved`).

    `states` are those of the citations, read back for you now: a version that is not the current one may be cited, and
    what changed in it since is `source_changed` from the first moment.
    """

    states = Verdict(many=True)


class ChangedAnswer(Shape):
    """An answer of yours, with those of its citations that are not `current` for you, in order."""

    uid = UUIDField()
    kind = CharField()
    at = DateTimeField()
    citations = Verdict(many=True)


class Changes(Shape):
    """A stretch of the walk. `next` goes on with it; at its end that is null, and `since` begins the next walk.

    Sent as `cursor`, `since` tells only what is not as this walk told it: later, or again after it was current.
    """

    items = ChangedAnswer(many=True)
    next = CharField(allow_null=True)
    since = CharField(allow_null=True)


class ReadCell(Shape):
    address = CharField()
    headers = ListField(child=CharField())
    keys = ListField(child=CharField())


class Reading(Shape):
    """How the characters of a passage were read. `notes` are the sentences to show beside it.

    `confidence` is in thousandths, of the least sure word read by OCR; nobody compared it with the paper. `cells` names
    the first hundred table cells the passage touches, `cell_count` counts them all.
    """

    notes = serializers.SerializerMethodField()
    confidence = IntegerField(allow_null=True)
    kinds = ListField(child=ChoiceField(choices=tuple(kind.value for kind in RegionKind)))
    cells = ReadCell(many=True)
    cell_count = IntegerField()
    pages = ListField(child=CharField())

    def get_notes(self, reading: Any) -> list[str]:
        """The same words as on pages and on paper."""
        return list(notes(reading=reading))


class Passage(Shape):
    """Characters of a version. `published_by_program` names the program that published it, where nobody adopted it."""

    version = UUIDField()
    number = IntegerField()
    at = DateTimeField()
    start = IntegerField()
    end = IntegerField()
    text = CharField()
    reading = Reading()
    published_by_program = CharField(allow_null=True, source="program")


class Piece(Shape):
    op = CharField()
    text = CharField()


class Source(Shape):
    """One source: the passage as it was cited, where it is now, and when this passage first changed.

    `differs_since`: from when on it differs without a break, later than `changed_at` where it came back in between.
    `now` is the passage, or the nearest place, in the current version; `candidates` are further places there with the
    cited words. `as_of`: the statement is bound to the cited version on purpose, and what became of the passage decides
    nothing (`outcome` may be `not_compared` then). `notes`: what differs beside the words of a passage that still
    stands, and alarms nobody. `by_way`: a text below the statement cites it, not the statement itself. `link` leads to
    the current version on this site.
    """

    document = UUIDField()
    title = CharField()
    cited = Passage()
    now = Passage(allow_null=True)
    current_version = UUIDField()
    current_number = IntegerField()
    outcome = CharField()
    change = CharField()
    changed_at = DateTimeField(allow_null=True)
    changed_in = IntegerField(allow_null=True)
    changed_version = UUIDField(allow_null=True)
    differs_since = DateTimeField(allow_null=True)
    difference = Piece(many=True)
    superseded = BooleanField()
    as_of = BooleanField()
    by_way = BooleanField()
    notes = ListField(child=ChoiceField(choices=tuple(note.value for note in Note)))
    candidates = Passage(many=True)
    link = serializers.SerializerMethodField()

    def get_link(self, source: Any) -> str:
        """An address on this site, for people."""
        return reverse("web:version", kwargs={"document": source.document, "version": source.current_version})


class Roots(Shape):
    """What the statement cites itself, passages and derived texts, and the `documents` all of it comes down to.

    `independent` counts once those whose cited texts are copies of one another.
    """

    cited = IntegerField()
    documents = IntegerField()
    independent = IntegerField()


class Attestation(Shape):
    """A person's "this still holds". It changes no state; `still_applies` is false once a passage changed again."""

    by = CharField()
    at = DateTimeField()
    note = CharField()
    still_applies = BooleanField()


class ComputedFrom(Shape):
    """An input as cited, and where it stands now: null unless that place is confirmed to be the same passage."""

    document = UUIDField()
    title = CharField()
    then = CharField()
    now = CharField(allow_null=True)
    as_of = BooleanField()


class Computed(Shape):
    """What the operation gives, exactly, from the places cited; `value_now` from the confirmed places now, or null.

    That value alone was verified, not the sentence around it.
    """

    operation = CharField()
    summary = CharField()
    parameters = DictField()
    inputs = ComputedFrom(many=True)
    value = CharField()
    value_now = CharField(allow_null=True)


class PresentNow(Shape):
    document = UUIDField()
    title = CharField()
    passages = Passage(many=True)


class Search(Shape):
    """A search that found nothing in `documents` documents, as they stood at `at`; `present`: where it finds it now."""

    kind = CharField()
    terms = ListField(child=CharField())
    documents = IntegerField()
    at = DateTimeField()
    present = PresentNow(many=True)


class Panel(Advised):
    """All but `state` and `advice` is null or empty wherever the state alone may be known. `computed`: see its basis.

    `bases_below`: the bases in the texts it rests on, weakest first.

    `attestation` comes beside `source_changed` only: the newest one, if somebody attested. `rebound_from` is the
    citation this one was made from by binding its words to another place, `rebound_to` those made from this one,
    newest first: as far as you may read them.
    """

    basis = CharField(allow_null=True)
    bases_below = ListField(child=ChoiceField(choices=BASES), source="below")
    statement = CharField(allow_null=True)
    sources = Source(many=True)
    roots = Roots(allow_null=True)
    computed = Computed(allow_null=True)
    searches = Search(many=True)
    attestation = Attestation(allow_null=True)
    rebound_from = UUIDField(allow_null=True, source="rebound.origin")
    rebound_to = ListField(child=UUIDField(), source="rebound.successors")


class ReviewSource(Shape):
    """`outcome` is "present" where a search that found nothing finds something now: `passages` are its first places.

    `by_way`: the statement does not cite it itself, a text it rests on does.
    """

    document = UUIDField()
    title = CharField()
    outcome = CharField()
    change = CharField()
    passages = ListField(child=CharField())
    by_way = BooleanField()


class Review(Shape):
    """A citation (`uid`) that awaits your review. `attestation` is one that no longer applies, if there is one."""

    uid = UUIDField()
    basis = CharField()
    statement = CharField()
    differs_since = DateTimeField(allow_null=True)
    sources = ReviewSource(many=True)
    attestation = Attestation(allow_null=True)
