"""Small responses in the form of each provider, and short ways to say what came of them."""

from collections.abc import Sequence
from typing import Any

from citeledger.core.outcomes import Locator
from citeledger.providers import Form, Ingested, Reason, RequestDocument, ingest

Json = Any


def read(provider: str, response: Json, *documents: RequestDocument) -> Ingested:
    return ingest(provider=provider, response=response, documents=documents)


def plain(text: str, ref: str = "") -> RequestDocument:
    return RequestDocument(text=text, ref=ref)


def of_parts(*parts: str, form: Form, ref: str = "", between: str = "\n\n") -> RequestDocument:
    """A document that is nothing but its pages or blocks, put together with `between` them."""
    places: list[Locator] = []
    start = 0
    for part in parts:
        places.append(Locator(start, start + len(part)))
        start += len(part) + len(between)
    return RequestDocument(text=between.join(parts), ref=ref, form=form, parts=tuple(places))


def reasons(ingested: Ingested) -> list[Reason]:
    return [rejection.reason for rejection in ingested.report.rejections]


def found(ingested: Ingested) -> list[tuple[int, int, int]]:
    """Document, start and end of every span, in the order of the answer."""
    return [(span.document, span.start, span.end) for statement in ingested.statements for span in statement.spans]


def exacts(ingested: Ingested) -> list[str]:
    return [span.exact for statement in ingested.statements for span in statement.spans]


def labels(ingested: Ingested) -> list[str]:
    return [span.place.label for statement in ingested.statements for span in statement.spans]


def bound(ingested: Ingested) -> list[tuple[str, tuple[int, ...]]]:
    """The pieces of the answer with the documents they are bound to as wholes."""
    return [(statement.text, statement.grounds.documents) for statement in ingested.statements]


def anthropic(*citations: Json, text: str = "Said.") -> Json:
    return {"role": "assistant", "content": [{"type": "text", "text": text, "citations": list(citations)}]}


def char_location(start: Json, end: Json, cited: Json, index: Json = 0) -> Json:
    numbers = {"document_index": index, "start_char_index": start, "end_char_index": end}
    return {"type": "char_location", "cited_text": cited, "document_title": "Any", **numbers}


def page_location(start: Json, end: Json, cited: Json, index: Json = 0) -> Json:
    numbers = {"document_index": index, "start_page_number": start, "end_page_number": end}
    return {"type": "page_location", "cited_text": cited, "document_title": "Any", **numbers}


def block_location(start: Json, end: Json, cited: Json, index: Json = 0) -> Json:
    numbers = {"document_index": index, "start_block_index": start, "end_block_index": end}
    return {"type": "content_block_location", "cited_text": cited, "document_title": "Any", **numbers}


def search_result_location(start: Json, end: Json, cited: Json, index: Json = 0) -> Json:
    numbers = {"search_result_index": index, "start_block_index": start, "end_block_index": end}
    return {"type": "search_result_location", "cited_text": cited, "source": "any", "title": "Any", **numbers}


def openai(text: str, *annotations: Json) -> Json:
    part = {"type": "output_text", "text": text, "annotations": list(annotations)}
    return {"output": [{"type": "reasoning"}, {"type": "message", "role": "assistant", "content": [part]}]}


def file_citation(index: Json, file_id: Json) -> Json:
    return {"type": "file_citation", "index": index, "file_id": file_id, "filename": "any.md"}


def assistants(text: str, *annotations: Json) -> Json:
    return {
        "role": "assistant",
        "content": [{"type": "text", "text": {"value": text, "annotations": list(annotations)}}],
    }


def marker(text: Json, start: Json, end: Json, file_id: Json, **file: Json) -> Json:
    citation = {"file_id": file_id, **file}
    return {"type": "file_citation", "text": text, "start_index": start, "end_index": end, "file_citation": citation}


def gemini(*parts: str, supports: Sequence[Json] = (), chunks: Sequence[Json] = ()) -> Json:
    metadata = {"groundingChunks": list(chunks), "groundingSupports": list(supports)}
    content = {"role": "model", "parts": [{"text": part} for part in parts]}
    return {"candidates": [{"content": content, "groundingMetadata": metadata}]}


def support(segment: Json, *chunks: Json) -> Json:
    return {"segment": segment, "groundingChunkIndices": list(chunks)}


def retrieved(text: Json, **context: Json) -> Json:
    return {"retrievedContext": {"text": text, "title": "Any", **context}}


def cohere(text: str, *citations: Json) -> Json:
    message = {"role": "assistant", "content": [{"type": "text", "text": text}], "citations": list(citations)}
    return {"id": "any", "message": message}


def cohere_citation(start: Json, end: Json, text: Json, *ids: str, **source: Json) -> Json:
    sources = [{"type": "document", "id": one, **source} for one in ids]
    return {"start": start, "end": end, "text": text, "sources": sources, "type": "TEXT_CONTENT"}


def converse(location: Json, *cited: str, text: str = "Said.") -> Json:
    citation = {"title": "Any", "sourceContent": [{"text": one} for one in cited], "location": location}
    block = {"citationsContent": {"content": [{"text": text}], "citations": [citation]}}
    return {"output": {"message": {"role": "assistant", "content": [{"text": "First. "}, block]}}}


def knowledge_base(text: str, *citations: Json) -> Json:
    return {"output": {"text": text}, "citations": list(citations)}


def generated(start: Json, end: Json, text: Json, *references: Json) -> Json:
    part = {"textResponsePart": {"text": text, "span": {"start": start, "end": end}}}
    return {"generatedResponsePart": part, "retrievedReferences": list(references)}


def stored(text: Json, uri: Json) -> Json:
    return {"content": {"text": text}, "location": {"type": "S3", "s3Location": {"uri": uri}}}


def annotation(*selectors: Json, source: Json = "urn:doc", body: Json = "Said.") -> Json:
    target = {"source": source, "selector": list(selectors)}
    return {"type": "Annotation", "body": {"type": "TextualBody", "value": body}, "target": target}


def quote(exact: Json, prefix: Json = None, suffix: Json = None) -> Json:
    return {"type": "TextQuoteSelector", "exact": exact, "prefix": prefix, "suffix": suffix}


def position(start: Json, end: Json) -> Json:
    return {"type": "TextPositionSelector", "start": start, "end": end}


def fragment(value: Json) -> Json:
    return {"type": "FragmentSelector", "conformsTo": "http://tools.ietf.org/rfc/rfc5147", "value": value}
