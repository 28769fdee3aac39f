"""What programs may send: exactly these members, in exactly these types (threats T74, T79)."""

from functools import cached_property
from typing import Any, Final

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers

from acl.names import LONGEST_ACCOUNT_NAME
from acl.rights import Right
from citeledger.core.statements import FROM_SOURCES, AnswerKind, Basis, Role
from citeledger.documents.metadata import LONGEST, LONGEST_LANGUAGE_TAG
from citeledger.documents.services.pinning import LONGEST_SNAPSHOT_NAME
from citeledger.documents.snapshots import DOCUMENTS_PER_SNAPSHOT
from citeledger.emission import shape
from citeledger.emission.marked import BASES, TEXT_LENGTH
from citeledger.emission.services import OnUnproved
from citeledger.extraction import MEDIA_TYPES
from citeledger.interfaces.api import limits
from citeledger.interfaces.api.catalogue import CATALOGUE
from citeledger.interfaces.api.fields import Anything, Base64, Day, Input, Integer, Items, Moment, Text, Uid, Uids, Word
from citeledger.ledger.services import CITATIONS_PER_PAGE, LONGEST_NAME, PAGE_KINDS
from revalidation.attesting import LONGEST_NOTE


def _words(kind: Any) -> tuple[str, ...]:
    return tuple(word.value for word in kind)


class Nothing(Input):
    """An empty object, or no body at all."""


class MetadataIn(Input):
    """A document's metadata. Lengths in code points."""

    title = Text(max_length=LONGEST["title"])
    owner = Text(max_length=LONGEST["owner"], required=False, allow_blank=True)
    originator = Text(max_length=LONGEST["originator"], required=False, allow_blank=True)
    classification = Text(max_length=LONGEST["classification"], required=False, allow_blank=True)
    source_quality = Text(max_length=LONGEST["source_quality"], required=False, allow_blank=True)
    language = Text(max_length=LONGEST_LANGUAGE_TAG, required=False)
    status = Word(choices=("draft", "published"), required=False)
    effective_from = Day(required=False, allow_null=True)


class MetadataReplacement(MetadataIn):
    """All of the metadata, and the number of the state it replaces."""

    expected_number = Integer()


class PreviewIn(Input):
    """A text that may become a version: as text, or as bytes in base64."""

    text = Text(required=False)
    data_base64 = Base64(required=False)
    media_type = Word(choices=tuple(sorted(MEDIA_TYPES)))

    default_error_messages = Input.default_error_messages | {"one_source": CATALOGUE["one_source"].advice}

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        given = [name for name in ("text", "data_base64") if name in attrs]
        if len(given) != 1:
            self.fail("one_source")
        return attrs


class NewVersion(PreviewIn):
    """The text, or bytes in base64; and the uid of the current version it was made from (null for the first)."""

    expected_version = Uid(allow_null=True)
    effective_at = Moment(required=False, allow_null=True)


class Reversion(Input):
    """The version to say again, and the uid of the version that is current (null where none is)."""

    to = Uid()
    expected_version = Uid(allow_null=True)


class Supersession(Input):
    by = Uid()
    effective_from = Moment()


class SnapshotIn(Input):
    """A name, and the documents to pin in their current versions."""

    name = Text(max_length=LONGEST_SNAPSHOT_NAME)
    documents = Uids(min_length=1, max_length=DOCUMENTS_PER_SNAPSHOT)


class HolderIn(Input):
    """A user by username, or a group by name; `anyone` and `signed_in` are groups."""

    kind = Word(choices=("user", "group"))
    name = Text(max_length=LONGEST_ACCOUNT_NAME)


class DocumentGrantIn(Input):
    right = Word(choices=_words(Right))
    holder = HolderIn()


class AnswerGrantIn(Input):
    right = Word(choices=(Right.READ.value, Right.MANAGE.value))
    holder = HolderIn()


class SpanIn(Input):
    """Characters of a version: offsets from 0, end exclusive, counted in `unit`; `exact` is their proof."""

    version = Uid()
    start = Integer()
    end = Integer()
    exact = Text(max_length=shape.SPAN_LENGTH)
    unit = Word(choices=_words(shape.Unit), required=False)


class SpansIn(Input):
    """One or many; all are minted, or none."""

    spans = Items(child=SpanIn(), min_length=1, max_length=shape.SPANS_PER_REQUEST)


class ComputedInputIn(Input):
    """The text of a span, read in `language` (BCP 47; unless said, that of its document)."""

    span = Uid()
    language = Text(max_length=LONGEST_LANGUAGE_TAG, required=False)


class ComputationIn(Input):
    """An operation on cited values, `difference/1` for example.

    `value` is the part of the statement that says its result, in `language`. It alone is verified, not the sentence
    around it.
    """

    operation = Text(max_length=shape.OPERATION_LENGTH)
    inputs = Items(child=ComputedInputIn(), min_length=1, max_length=shape.INPUTS_PER_COMPUTATION)
    parameters = Anything(required=False)
    value = Text(max_length=shape.STATEMENT_LENGTH)
    language = Text(max_length=LONGEST_LANGUAGE_TAG, required=False)


class AbsenceIn(Input):
    """A search that finds nothing in all of a snapshot of the caller's own.

    `query`: {"version": 1, "kind": "phrase", "phrase": "store credit"}; or the kind `all` or `any` with `words`, or the
    kind `pattern` with a `pattern`.
    """

    query = Anything()
    snapshot = Uid()


class StatementBasis(Word):
    """A basis of the ledger. What says that it was not written from sources is for the gate, which has a reason."""

    def __init__(self) -> None:
        super().__init__(choices=_words(FROM_SOURCES))

    def to_internal_value(self, data: Any) -> str:
        return data if isinstance(data, str) and data in _words(Basis) else super().to_internal_value(data)


class StatementIn(Input):
    """One sentence or clause, with the spans and the derived texts it rests on.

    `as_of` names those of the spans that it binds to their version on purpose. `computation` comes with the basis
    `computed`, `absence` with the basis of its name, and neither with any other.
    """

    type = Word(choices=("statement",))
    text = Text(max_length=shape.STATEMENT_LENGTH)
    basis = StatementBasis()
    spans = Uids(required=False, max_length=shape.SPANS_PER_CITATION)
    derived_from = Uids(required=False, max_length=shape.DERIVED_PER_CITATION)
    as_of = Uids(required=False, max_length=shape.SPANS_PER_CITATION)
    computation = ComputationIn(required=False)
    absence = AbsenceIn(required=False)


class StructureIn(Input):
    """A heading, list marker, fixed phrase or break. It carries no claim and no citation."""

    type = Word(choices=("structure",))
    role = Word(choices=_words(Role))
    text = Text(max_length=shape.HEADING_LENGTH)


_SEGMENTS: Final[dict[str, serializers.Serializer[Any] | type[serializers.Serializer[Any]]]] = {
    "statement": StatementIn,
    "structure": StructureIn,
}


@extend_schema_field(
    PolymorphicProxySerializer(component_name="SegmentIn", serializers=_SEGMENTS, resource_type_field_name="type")
)
class SegmentIn(serializers.Field[Any, Any, Any, Any]):
    """A statement or a structure; `type` tells. Text that is neither has no place in an answer."""

    default_error_messages = Input.default_error_messages

    def to_internal_value(self, data: Any) -> Any:
        # Whatever is neither is told what a statement would need.
        is_structure = isinstance(data, dict) and data.get("type") == "structure"
        return (self._structure if is_structure else self._statement).run_validation(data)

    # One of each for all the segments of an answer: making one takes eight times as long as asking it.
    @cached_property
    def _structure(self) -> StructureIn:
        return StructureIn()

    @cached_property
    def _statement(self) -> StatementIn:
        return StatementIn()


class ContextIn(Input):
    """How the answer came about."""

    agent = Text(max_length=shape.CONTEXT_LENGTH, required=False, allow_blank=True)
    model_version = Text(max_length=shape.CONTEXT_LENGTH, required=False, allow_blank=True)
    run_id = Text(max_length=shape.CONTEXT_LENGTH, required=False, allow_blank=True)
    question = Text(max_length=shape.QUESTION_LENGTH, required=False, allow_blank=True)
    surface = Text(max_length=shape.CONTEXT_LENGTH, required=False, allow_blank=True)


class AnswerIn(Input):
    """`segments`, or `text` with a marker `[cite:UID,UID]` behind each statement; `basis` is that of its statements.

    `on_unproved`: `reject` (unless said otherwise: all or nothing) or `drop` what is refused about one statement.
    """

    kind = Word(choices=_words(AnswerKind))
    segments = Items(child=SegmentIn(), required=False, min_length=1, max_length=shape.SEGMENTS_PER_ANSWER)
    text = Text(required=False, max_length=TEXT_LENGTH)
    basis = Word(choices=_words(BASES), required=False)
    context = ContextIn(required=False)  # type: ignore[assignment]  # DRF takes declared fields off the class
    on_behalf_of = Uid(required=False, allow_null=True)
    on_unproved = Word(choices=_words(OnUnproved), required=False)

    default_error_messages = Input.default_error_messages | {
        "text_or_segments": CATALOGUE["text_or_segments"].advice,
    }

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("text" in attrs) == ("segments" in attrs) or ("basis" in attrs and "text" not in attrs):
            self.fail("text_or_segments")
        return attrs


class CitationsIn(Input):
    citations = Uids(min_length=1, max_length=limits.CITATIONS_PER_VERDICT_REQUEST)


class CitedPlaceIn(Input):
    """Where the citation is bound now, as `cited` of the panel says: code points, end exclusive."""

    version = Uid()
    start = Integer()
    end = Integer()


class RebindingIn(Input):
    """The place to leave and the place to bind to, in the current version of the same document."""

    cited = CitedPlaceIn()
    to = SpanIn()


class AttestationIn(Input):
    """Why it still holds, in one line, and the `current_version` of every source of the panel that was looked at."""

    note = Text(max_length=LONGEST_NOTE)
    versions = Uids(min_length=1, max_length=limits.VERSIONS_PER_ATTESTATION)


class PageIn(Input):
    """Where citations are shown. Any uid may be embedded, known or not."""

    surface = Uid()
    kind = Word(choices=tuple(sorted(PAGE_KINDS)))
    host_reference = Text(max_length=LONGEST_NAME)
    title = Text(max_length=LONGEST_NAME)
    citations = Uids(max_length=CITATIONS_PER_PAGE)
