"""What statements say, by their citations: a quotation *is* the source, so it is cut from it anew or not shown."""

from uuid import UUID

from citeledger.core.spans import SpanError, prove
from citeledger.documents.models import VersionText
from citeledger.ledger.models import Citation, CitationSpan, SpanText
from revalidation.decoding import decodable
from revalidation.mismatches import Met, met


def proved_texts(citations: list[UUID]) -> dict[UUID, tuple[str, str]]:
    """Basis and text by citation; a quoted statement *is* the source, so it is re-sliced here or left out."""
    rows = list(
        Citation.objects.filter(uid__in=citations, statement__content__isnull=False).values_list(
            "uid", "id", "statement__basis", "statement__content__text"
        )
    )
    unproved = _unproved({id_ for _, id_, basis, _ in rows if basis == "quoted"})
    return {uid: (basis, text) for uid, id_, basis, text in rows if id_ not in unproved}


def _unproved(citation_ids: set[int]) -> set[int]:
    edges = list(
        CitationSpan.objects.filter(citation_id__in=citation_ids).values_list(
            "citation_id", "span_id", "span__version_id", "span__start", "span__end"
        )
    )
    versions = VersionText.objects.filter(version_id__in={edge[2] for edge in edges})
    texts = dict(decodable(versions, "version_id", "text", record=Met.VERSION))
    spans = SpanText.objects.filter(span_id__in={edge[1] for edge in edges})
    exact = dict(decodable(spans, "span_id", "exact", record=Met.SPAN))
    return {
        citation
        for citation, span, version, start, end in edges
        if not _proves(texts.get(version), start, end, exact.get(span), span)
    }


def _proves(text: str | None, start: int, end: int, exact: str | None, span_id: int) -> bool:
    try:
        if text is not None and exact is not None:
            prove(text=text, start=start, end=end, exact=exact)
            return True
    except SpanError:
        pass
    met(record=Met.SPAN, name=span_id)
    return False
