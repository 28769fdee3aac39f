"""What programs send to bring in text that exists: a provider's response, or a text that came from nowhere."""

from typing import Any

from citeledger.core.outcomes import Locator
from citeledger.emission import provider_responses as responses
from citeledger.emission.provider_responses import SentDocument
from citeledger.emission.retrofitting import RETROFIT_LENGTH
from citeledger.emission.services import OnUnproved
from citeledger.interfaces.api.fields import Anything, Flag, Input, Integer, Items, Text, Uid, Word
from citeledger.interfaces.api.inputs import ContextIn
from citeledger.providers import PROVIDERS, Form

LONGEST_REF = 2048  # code points


class PartIn(Input):
    """A part of the canonical text: code points, end exclusive."""

    start = Integer()
    end = Integer()


class SentDocumentIn(Input):
    """A version that the request to the provider carried, and how.

    `parts` are what was sent of it: pages, blocks, or for a text the one excerpt (none: all of it). `ref` is the
    identifier that the request or its store gave it.
    """

    version = Uid()
    ref = Text(required=False, max_length=LONGEST_REF)
    form = Word(choices=tuple(form.value for form in Form), required=False)
    parts = Items(child=PartIn(), required=False, max_length=responses.PARTS_PER_DOCUMENT)


class IngestIn(Input):
    """A raw response and all documents its request carried, in their order.

    With `record` the proved statements are recorded as an answer; `on_unproved` (`drop` unless said otherwise) says
    what becomes of the others.
    """

    provider = Word(choices=PROVIDERS)
    response = Anything()
    documents = Items(child=SentDocumentIn(), min_length=1, max_length=responses.DOCUMENTS_PER_INGEST)
    session = Uid(required=False)
    record = Flag(required=False)
    on_unproved = Word(choices=tuple(each.value for each in OnUnproved), required=False)
    context = ContextIn(required=False)  # type: ignore[assignment]  # DRF takes declared fields off the class


class RetrofitIn(Input):
    """Sentences that were not written from sources."""

    text = Text(max_length=RETROFIT_LENGTH)


def sent_document(given: dict[str, Any]) -> SentDocument:
    """A document of the request, as the gate takes it."""
    return SentDocument(
        version=given["version"],
        ref=given.get("ref", ""),
        form=Form(given.get("form", Form.TEXT)),
        parts=tuple(Locator(part["start"], part["end"]) for part in given.get("parts", ())),
    )
