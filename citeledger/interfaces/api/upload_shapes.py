"""What travels about uploads: what may be asked, and every member that is answered."""

from typing import Any

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

from citeledger.documents.metadata import LONGEST_LANGUAGE_TAG
from citeledger.documents.uploads import UploadState
from citeledger.interfaces.api.catalogue import CATALOGUE
from citeledger.interfaces.api.fields import Input, Text, Uid
from citeledger.interfaces.api.inputs import MetadataIn
from citeledger.interfaces.api.outputs import CellOfText, PageOfText, Range, RegionOfText, Shape

LONGEST_NAME_SENT = 1_000  # more than is kept: the folders before it go


class UploadQuery(Input):
    """What is said about a file beside its bytes."""

    document = Uid(required=False)
    file_name = Text(max_length=LONGEST_NAME_SENT, required=False, allow_blank=True)
    language = Text(max_length=LONGEST_LANGUAGE_TAG, required=False, allow_blank=True)


class NextVersionIn(Input):
    """The document this is the next version of, and the uid of its current version (null: it has none)."""

    document = Uid()
    expected_version = Uid(allow_null=True)


class PublicationIn(Input):
    """Where to publish: at most one of both; neither publishes where the upload was meant to go."""

    new_document = MetadataIn(required=False)
    next_version = NextVersionIn(required=False)

    default_error_messages = Input.default_error_messages | {"two_targets": CATALOGUE["two_targets"].advice}

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if len(attrs) > 1:
            self.fail("two_targets")
        return attrs


class UploadPreviewIn(Input):
    """The document it would be the next version of; left out: the one it was meant for."""

    document = Uid(required=False)


class PreviewBlock(Range):
    kind = CharField()


class PreviewPiece(Range):
    """Characters `start` to `end` of `length`, and the parts of the structure that touch them.

    All ranges index the whole text: code points from 0, end exclusive.
    """

    length = IntegerField()
    text = CharField()
    extractor = CharField()
    details = DictField(child=CharField())
    warnings = ListField(child=CharField())
    blocks = PreviewBlock(many=True)
    pages = PageOfText(many=True)
    cells = CellOfText(many=True)
    regions = RegionOfText(many=True)


class Upload(Shape):
    """`expected_version` is what publishing it would replace, `version` what it was published as.

    `is_identical`: its bytes are those of the document's current version. `refusal` is `unreadable`, `no_recognition`
    (a picture, and nothing here reads pictures in its language), or empty.
    """

    uid = UUIDField()
    state = ChoiceField(choices=tuple(state.value for state in UploadState))
    refusal = CharField()
    document = UUIDField(allow_null=True)
    expected_version = UUIDField(source="expected", allow_null=True)
    file_name = CharField()
    media_type = CharField()
    size = IntegerField()
    language = CharField()
    at = DateTimeField()
    is_identical = BooleanField()
    version = UUIDField(allow_null=True)


class UploadWithText(Upload):
    """`piece` is null unless the state is `ready`."""

    piece = PreviewPiece(allow_null=True)


class Uploads(Shape):
    uploads = Upload(many=True)


class Published(Shape):
    """`is_new` is false where the document's current version had the very bytes already: then it is that version."""

    document = UUIDField()
    version = UUIDField()
    is_new = BooleanField()
