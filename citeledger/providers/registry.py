"""Which reader reads the responses of which API."""

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from citeledger.providers import (
    anthropic,
    bedrock_converse,
    bedrock_knowledge_base,
    cohere,
    gemini,
    openai,
    openai_assistants,
    web_annotation,
)
from citeledger.providers.documents import RequestDocument
from citeledger.providers.drafts import Ingested, IngestReport, Rejection
from citeledger.providers.fields import Fields
from citeledger.providers.reasons import Reason


class UnknownProvider(LookupError):
    """No reader has this name. The names are in PROVIDERS."""


class Reader(Protocol):
    """Reads one parsed response whose request carried these documents, in this order. Never fails."""

    def __call__(self, *, response: Fields, documents: Sequence[RequestDocument]) -> Ingested: ...


_READERS: Final[Mapping[str, Reader]] = {
    "anthropic": anthropic.read,
    "openai": openai.read,
    "openai_assistants": openai_assistants.read,
    "gemini": gemini.read,
    "cohere": cohere.read,
    "bedrock_converse": bedrock_converse.read,
    "bedrock_knowledge_base": bedrock_knowledge_base.read,
    "web_annotation": web_annotation.read,
}
PROVIDERS: Final = tuple(_READERS)


def ingest(*, provider: str, response: object, documents: Sequence[RequestDocument]) -> Ingested:
    """Read a parsed response of a provider into drafts and a report.

    `documents` is the full ordered list the request carried, of every turn and tool result. Whatever the response
    holds, the answer is drafts and rejections. Raises UnknownProvider.
    """
    if provider not in _READERS:
        raise UnknownProvider("No reader has this name.")
    if not isinstance(response, Mapping):
        return Ingested((), IngestReport(rejections=(Rejection(Reason.NOT_A_RESPONSE, ""),)))
    return _READERS[provider](response=response, documents=documents)
