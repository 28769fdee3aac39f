"""What programs get: every member named here, and no other. Times are RFC 3339 in UTC, offsets code points."""

from typing import Any, Final

from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.serializers import (
    BooleanField,
    CharField,
    ChoiceField,
    DateField,
    DateTimeField,
    IntegerField,
    ListField,
    UUIDField,
)

from acl.rights import Right
from citeledger.core.principals import Kind
from citeledger.core.states import State
from citeledger.extraction import RegionKind
from citeledger.interfaces.readings import notes
from revalidation.reading import PageView, StatementView, StructureView

_STATES: Final = tuple(state.value for state in reversed(State))
_RIGHTS: Final = tuple(right.value for right in Right)


class Shape(serializers.Serializer[Any]):
    """A JSON object read off a frozen value."""


class Created(Shape):
    uid = UUIDField()


class MetadataNumber(Shape):
    number = IntegerField()


class Me(Shape):
    uid = UUIDField()
    name = CharField()
    kind = ChoiceField(choices=(Kind.PERSON.value, Kind.SERVICE.value))


class Successor(Shape):
    uid = UUIDField()
    title = CharField()
    effective_from = DateTimeField()


class DocumentItem(Shape):
    """A row of the list. `version` is null while nothing is published."""

    uid = UUIDField()
    title = CharField()
    owner = CharField()
    classification = CharField()
    language = CharField()
    status = CharField()
    created_at = DateTimeField()
    version = UUIDField(allow_null=True)
    version_number = IntegerField(allow_null=True)
    retired_at = DateTimeField(allow_null=True)
    superseded_by = Successor(allow_null=True)


class Document(Shape):
    """A document as it stands, and the caller's rights on it."""

    uid = UUIDField()
    title = CharField()
    owner = CharField()
    originator = CharField()
    classification = CharField()
    source_quality = CharField()
    language = CharField()
    status = CharField()
    effective_from = DateField(allow_null=True)
    metadata_number = IntegerField()
    created_at = DateTimeField()
    changed_at = DateTimeField()
    version = UUIDField(allow_null=True)
    version_number = IntegerField(allow_null=True)
    version_at = DateTimeField(allow_null=True)
    version_effective_at = DateTimeField(allow_null=True)
    rights = serializers.SerializerMethodField()
    retired_at = DateTimeField(allow_null=True)
    superseded_by = Successor(allow_null=True)

    def get_rights(self, view: Any) -> list[str]:
        """In the order of the table of rights: a set has none of its own."""
        return [right.value for right in Right if right in view.rights]


class VersionItem(Shape):
    """A row of a document's history, newest first. `reverts_to` is the version whose text it says again, if it does."""

    uid = UUIDField()
    number = IntegerField()
    rendition = IntegerField()
    media_type = CharField()
    at = DateTimeField()
    effective_at = DateTimeField()
    is_current = BooleanField()
    is_withdrawn = BooleanField()
    reverts_to = UUIDField(allow_null=True)


class Versions(Shape):
    versions = VersionItem(many=True)


class Block(Shape):
    kind = CharField()
    start = IntegerField()
    end = IntegerField()
    text = CharField()


class Heading(Shape):
    level = IntegerField()
    start = IntegerField()
    end = IntegerField()
    title = CharField()


class Range(Shape):
    """Code points of the canonical text, end exclusive."""

    start = IntegerField()
    end = IntegerField()


class PageOfText(Range):
    label = CharField()  # type: ignore[assignment]  # DRF takes declared fields off the class


class CellOfText(Range):
    """A table cell: its address, and the texts of the headers above it and of the cells that name its row."""

    address = CharField()
    table = CharField()
    row = IntegerField()
    column = IntegerField()
    headers = ListField(child=CharField())
    keys = ListField(child=CharField())


class RegionOfText(Range):
    """A stretch with a property. `confidence` is in thousandths; `note` says why nothing of it can be quoted."""

    kind = ChoiceField(choices=tuple(kind.value for kind in RegionKind))
    confidence = IntegerField(allow_null=True)
    note = CharField()


class Version(Shape):
    """The canonical text, and the same text again as blocks without gap or overlap.

    Pages, table cells and regions of the text where its format has any. No span may touch an `unquotable` region.
    """

    uid = UUIDField()
    document = UUIDField()
    number = IntegerField()
    rendition = IntegerField()
    media_type = CharField()
    at = DateTimeField()
    effective_at = DateTimeField()
    is_current = BooleanField()
    text = CharField()
    blocks = Block(many=True)
    headings = Heading(many=True)
    pages = PageOfText(many=True)
    cells = CellOfText(many=True)
    regions = RegionOfText(many=True)


class Holder(Shape):
    kind = ChoiceField(choices=("user", "group"))
    name = CharField()


class Grant(Shape):
    right = ChoiceField(choices=_RIGHTS)
    holder = Holder()


class Grants(Shape):
    grants = Grant(many=True)


class Span(Shape):
    """Offsets in code points, whatever the unit they were sent in. The text is not repeated."""

    uid = UUIDField()
    version = UUIDField()
    start = IntegerField()
    end = IntegerField()


class Spans(Shape):
    """In the order of the request."""

    spans = Span(many=True)


class RecordedAnswer(Shape):
    """One citation per statement, in order."""

    uid = UUIDField()
    citations = ListField(child=UUIDField())


class AnswerItem(Shape):
    uid = UUIDField()
    kind = CharField()
    writer = CharField()
    question = CharField()
    at = DateTimeField()


class Segment(Shape):
    """A statement, or structure. `text` and `basis` are null where the statement's source is not available to you."""

    type = ChoiceField(choices=("statement", "structure"))
    role = CharField(allow_null=True)
    text = CharField(allow_null=True)
    citation = UUIDField(allow_null=True)
    state = ChoiceField(choices=_STATES, allow_null=True)
    basis = CharField(allow_null=True)

    def to_representation(self, view: StatementView | StructureView) -> dict[str, Any]:
        """One shape for both, so that a program needs no case for each."""
        if isinstance(view, StructureView):
            return dict.fromkeys(self.fields) | {"type": "structure", "role": view.role, "text": view.text}
        return dict.fromkeys(self.fields) | {
            "type": "statement",
            "text": view.text,
            "citation": str(view.citation),
            "state": view.state.value,
            "basis": view.basis,
        }


class Answer(Shape):
    uid = UUIDField()
    kind = CharField()
    writer = CharField()
    on_behalf_of = CharField(allow_null=True)
    question = CharField()
    agent = CharField()
    at = DateTimeField()
    segments = Segment(many=True)


class Verdict(Shape):
    citation = UUIDField()
    state = ChoiceField(choices=_STATES)


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
    version = UUIDField()
    number = IntegerField()
    at = DateTimeField()
    start = IntegerField()
    end = IntegerField()
    text = CharField()
    reading = Reading()


class Piece(Shape):
    op = CharField()
    text = CharField()


class Source(Shape):
    """One source: the passage as it was cited, where it is now, and when this passage first changed.

    `now` is the passage, or the nearest place, in the current version; `candidates` are further places there with the
    cited words. `link` leads to the current version on this site.
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
    difference = Piece(many=True)
    superseded = BooleanField()
    candidates = Passage(many=True)
    link = serializers.SerializerMethodField()

    def get_link(self, source: Any) -> str:
        """An address on this site, for people."""
        return reverse("web:version", kwargs={"document": source.document, "version": source.current_version})


class Attestation(Shape):
    """A person's "this still holds". It changes no state; `still_applies` is false once a passage changed again."""

    by = CharField()
    at = DateTimeField()
    note = CharField()
    still_applies = BooleanField()


class Panel(Shape):
    """All but `state` is null or empty wherever the state alone may be known.

    `attestation` comes beside `source_changed` only: the newest one, if somebody attested. `rebound_from` is the
    citation this one was made from by binding its words to another place, `rebound_to` those made from this one,
    newest first: as far as you may read them.
    """

    state = ChoiceField(choices=_STATES)
    basis = CharField(allow_null=True)
    statement = CharField(allow_null=True)
    sources = Source(many=True)
    attestation = Attestation(allow_null=True)
    rebound_from = UUIDField(allow_null=True, source="rebound.origin")
    rebound_to = ListField(child=UUIDField(), source="rebound.successors")


class ReviewSource(Shape):
    document = UUIDField()
    title = CharField()
    outcome = CharField()
    change = CharField()


class Review(Shape):
    """A citation (`uid`) that awaits your review. `attestation` is one that no longer applies, if there is one."""

    uid = UUIDField()
    basis = CharField()
    statement = CharField()
    changed_at = DateTimeField(allow_null=True)
    sources = ReviewSource(many=True)
    attestation = Attestation(allow_null=True)


class PageItem(Shape):
    uid = UUIDField()
    kind = CharField()
    title = CharField()
    host_reference = CharField()
    surface = CharField()
    at = DateTimeField()


class Rebound(Shape):
    citation = UUIDField()
    to = UUIDField()


class Page(Shape):
    """Where citations are shown, and what they say to you.

    `rebound` is for the owner of the page: citations of it that were bound to another place, with the newest such one.
    """

    page = PageItem()
    statements = Segment(many=True)
    rebound = serializers.SerializerMethodField()

    @extend_schema_field(Rebound(many=True))
    def get_rebound(self, view: PageView) -> list[dict[str, str]]:
        """In the order of the page, each citation once."""
        shown = dict.fromkeys(statement.citation for statement in view.statements)
        return [{"citation": str(uid), "to": str(view.rebound[uid])} for uid in shown if uid in view.rebound]


class ProblemKindShape(Shape):
    type = CharField()
    code = CharField()
    status = IntegerField()
    title = CharField()
    advice = CharField()


class Problems(Shape):
    problems = ProblemKindShape(many=True)
