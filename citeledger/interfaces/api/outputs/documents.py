"""Documents, their versions and what these say."""

from typing import Any

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
from citeledger.extraction import RegionKind
from citeledger.interfaces.api.outputs.shape import ProgramField, Range, Shape


class MetadataNumber(Shape):
    number = IntegerField()


class Successor(Shape):
    uid = UUIDField()
    title = CharField()
    effective_from = DateTimeField()


class DocumentItem(Shape):
    """A row of the list. `version` is null while nothing is published.

    `published_by_program` names the program that published that version, where no person adopted it.
    """

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
    published_by_program = ProgramField()


class Document(Shape):
    """A document as it stands, and the caller's rights on it.

    `published_by_program` names the program that published the current version, where no person adopted it.
    """

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
    published_by_program = CharField(allow_null=True, source="program")

    def get_rights(self, view: Any) -> list[str]:
        """In the order of the table of rights: a set has none of its own."""
        return [right.value for right in Right if right in view.rights]


class VersionItem(Shape):
    """A row of a document's history, newest first. `reverts_to` is the version whose text it says again, if it does.

    `published_by_program` names the program that published it, where no person adopted it.
    """

    uid = UUIDField()
    number = IntegerField()
    rendition = IntegerField()
    media_type = CharField()
    at = DateTimeField()
    effective_at = DateTimeField()
    is_current = BooleanField()
    is_withdrawn = BooleanField()
    reverts_to = UUIDField(allow_null=True)
    published_by_program = CharField(allow_null=True, source="program")


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
    `published_by_program` names the program that published it, where no person adopted it.
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
    published_by_program = CharField(allow_null=True, source="program")
