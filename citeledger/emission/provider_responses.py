"""A provider's response read against the documents its request carried: what it cites is proved, nothing is written.

What rests on a proved passage may be cited. The rest was not written from sources as far as anybody can show: it keeps
its words, is labelled, and nothing here or later makes more of it (DESIGN section 2).
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import NamedTuple
from uuid import UUID

from citeledger.core.markers.sentences import sentences
from citeledger.core.outcomes import Locator
from citeledger.core.principals import Principal
from citeledger.core.quotation.quoting import quotation
from citeledger.core.reading.normalization import normalizer_for
from citeledger.core.references import UntrustedLink, parse_reference
from citeledger.core.refusals import NotFound, Refused
from citeledger.core.statements import Basis
from citeledger.emission.proof import SpanDraft, check_length, prove_draft, unquotable, unseen
from citeledger.emission.punctuation import Behind, readings, with_what_follows
from citeledger.emission.shape import SPANS_PER_REQUEST, STATEMENT_LENGTH, STATEMENTS_PER_ANSWER
from citeledger.emission.sources import (
    CitableVersion,
    citable_versions,
    code_points_of,
    readable_versions,
    versions_from,
)
from citeledger.emission.writers import acted_for, identity_of
from citeledger.ledger.births import Place, ProvedSpan
from citeledger.providers import BadRequestDocument, DraftSpan, DraftStatement, Form, Ingested, RequestDocument, ingest

DOCUMENTS_PER_INGEST = 50
PARTS_PER_DOCUMENT = 2000
CODE_POINTS_PER_INGEST = 10_000_000
"""Of the texts of all documents: they are read and searched in the request, outside a transaction."""
_LONGEST_QUOTED = 2 * STATEMENT_LENGTH  # code points with markup; a longer passage is not compared with a statement


@dataclass(frozen=True, slots=True, kw_only=True)
class SentDocument:
    """A version as the request to the provider carried it; see `providers.RequestDocument` for `ref` and `parts`."""

    version: UUID
    ref: str = ""
    form: Form = Form.TEXT
    parts: tuple[Locator, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadStatement:
    """A piece of the answer: code points of its text, end exclusive, and what it rests on.

    `words` are what is recorded of it: the source's own where it quotes; `behind` is what stands between them and the
    next. `versions` are named as wholes, which proves nothing.
    """

    start: int
    end: int
    basis: Basis
    words: str
    behind: Behind = field(default_factory=Behind)
    places: tuple[Place, ...] = ()
    versions: tuple[UUID, ...] = ()


class Told(NamedTuple):
    """A code of the report, and the path of the part of the response (or the number of the statement) it is about."""

    code: str
    at: str


@dataclass(frozen=True, slots=True)
class ToldLink:
    """A link of the response: text, never a citation. `versions` are readable ones with this address, to be cited."""

    shown: str
    href: str | None
    versions: tuple[UUID, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadResponse:
    """The whole answer without its markers, its statements in order, and what is to be told of the rest."""

    text: str
    statements: tuple[ReadStatement, ...]
    proved: tuple[ProvedSpan, ...]
    rejections: tuple[Told, ...]
    notes: tuple[Told, ...]
    links: tuple[ToldLink, ...]


def read_response(
    *,
    writer: Principal,
    provider: str,
    response: object,
    documents: Sequence[SentDocument],
    on_behalf_of: UUID | None = None,
) -> ReadResponse:
    """Read a response whose request carried these documents, in this order. Writes nothing.

    For somebody: by their rights instead of the writer's (Refused `may_not_act_for`, `unknown_person`).

    The same statements whatever the response and however many documents. Raises Forbidden (nobody is writing), NotFound
    (a version that is unknown, hidden, retired or withdrawn), Refused (`too_many_documents`, `too_much_text`,
    `bad_parts`, `too_many_spans`, `too_many_statements`) and `providers.UnknownProvider`. What is refused about one
    citation is told in `rejections`: the codes of `providers.Reason` by path, those of minting and `source_not_citable`
    by statement.
    """
    if len(documents) > DOCUMENTS_PER_INGEST:
        raise Refused("too_many_documents", f"At most {DOCUMENTS_PER_INGEST} documents.", "documents")
    identity_of(writer)
    viewer = acted_for(writer=writer, uid=on_behalf_of) or writer
    versions = _versions(viewer, [sent.version for sent in documents])
    carried = [_carried(sent, versions[sent.version], at=f"documents.{n}") for n, sent in enumerate(documents)]
    ingested = ingest(provider=provider, response=response, documents=carried)
    _check_size(ingested)
    judged = _judged({_draft(span, documents) for span in _spans(ingested)}, versions)
    statements, refused = _statements(ingested, documents, judged, versions)
    report = ingested.report
    return ReadResponse(
        text=ingested.text,
        statements=statements,
        proved=tuple(found for found in judged.values() if isinstance(found, ProvedSpan)),
        rejections=(*(Told(each.reason.value, each.at) for each in report.rejections), *refused),
        notes=tuple(Told(each.kind.value, each.at) for each in report.notes),
        links=_links(report.links, viewer=viewer, documents=documents),
    )


def _versions(viewer: Principal, sent: Sequence[UUID]) -> dict[UUID, CitableVersion]:
    """Judged before a text is read, and again by what was read: rights may go in between."""
    wanted = set(sent)
    _require_all(citable_versions(writer=viewer, uids=wanted), sent)
    if code_points_of(writer=viewer, uids=wanted) > CODE_POINTS_PER_INGEST:
        most = f"At most {CODE_POINTS_PER_INGEST} characters are read; send fewer documents."
        raise Refused("too_much_text", most, "documents")
    versions = readable_versions(writer=viewer, uids=wanted)
    _require_all(versions, sent)
    return versions


def _require_all(found: Collection[UUID], sent: Sequence[UUID]) -> None:
    for number, uid in enumerate(sent):
        if uid not in found:
            raise NotFound(f"documents.{number}")


def _carried(sent: SentDocument, version: CitableVersion, *, at: str) -> RequestDocument:
    if sent.form is not Form.TEXT and not sent.parts:
        raise Refused("bad_parts", "Say which parts of the text were sent.", at)
    try:
        return RequestDocument(
            text=version.text, ref=sent.ref, form=sent.form, parts=sent.parts, media_type=version.media_type
        )
    except BadRequestDocument as bad:
        raise Refused("bad_parts", str(bad), at) from bad


def _check_size(ingested: Ingested) -> None:
    """As much as an answer may hold: each statement on a passage is compared with it, word by word."""
    if sum(bool(draft.spans) for draft in ingested.statements) > STATEMENTS_PER_ANSWER:
        raise Refused("too_many_statements", f"At most {STATEMENTS_PER_ANSWER} rest on passages.", "response")


def _spans(ingested: Ingested) -> Iterator[DraftSpan]:
    return chain.from_iterable(draft.spans for draft in ingested.statements)


def _draft(span: DraftSpan, documents: Sequence[SentDocument]) -> SpanDraft:
    return SpanDraft(version=documents[span.document].version, start=span.start, end=span.end, exact=span.exact)


_Judged = Mapping[SpanDraft, ProvedSpan | Refused]


def _judged(drafts: Collection[SpanDraft], versions: Mapping[UUID, CitableVersion]) -> _Judged:
    """Each place that is cited, proved or refused, as minting would."""
    if len(drafts) > SPANS_PER_REQUEST:
        raise Refused("too_many_spans", f"At most {SPANS_PER_REQUEST} passages are cited at once.", "response")
    judged: dict[SpanDraft, ProvedSpan | Refused] = {}
    for uid in dict.fromkeys(draft.version for draft in drafts):
        named = {str(number): draft for number, draft in enumerate(drafts) if draft.version == uid}
        refused = _refused(named, versions[uid])
        judged |= {draft: refused.get(at) or _proved(draft, versions[uid]) for at, draft in named.items()}
    return judged


def _refused(named: Mapping[str, SpanDraft], version: CitableVersion) -> dict[str, Refused]:
    if not version.may_cite:
        return {at: Refused("source_not_citable", "You may read this source but not cite it.", at) for at in named}
    refused: dict[str, Refused] = {}
    for at, draft in named.items():
        try:
            check_length(draft=draft, at=at)
            prove_draft(draft=draft, text=version.text, at=at)
        except Refused as refusal:
            refused[at] = refusal
    passages = {at: (draft.start, draft.end) for at, draft in named.items() if at not in refused}
    return (
        refused
        | unquotable(passages=passages, structure=version.structure)
        | unseen(passages=passages, text=version.text, media_type=version.media_type)
    )


def _proved(draft: SpanDraft, version: CitableVersion) -> ProvedSpan:
    return ProvedSpan(place=Place(version.id, draft.start, draft.end), version=draft.version, exact=draft.exact)


def _statements(
    ingested: Ingested,
    documents: Sequence[SentDocument],
    judged: _Judged,
    versions: Mapping[UUID, CitableVersion],
) -> tuple[tuple[ReadStatement, ...], list[Told]]:
    statements: list[ReadStatement] = []
    refused: list[Told] = []
    position = 0
    for draft, loose in with_what_follows(ingested.statements):
        found = [judged[_draft(span, documents)] for span in draft.spans]
        refused += (Told(each.code, f"statements.{len(statements)}") for each in found if isinstance(each, Refused))
        proved = [each for each in found if isinstance(each, ProvedSpan)]
        if proved:
            statements.append(_resting(draft.text, loose, position, proved, versions))
        else:
            statements += _unproved(draft, loose, position, documents)
        position += len(draft.text) + len(loose)
    return tuple(statements), refused


def _resting(
    text: str, loose: str, position: int, proved: Sequence[ProvedSpan], versions: Mapping[UUID, CitableVersion]
) -> ReadStatement:
    """Punctuation belongs to the words, unless they are a source's own that stand there without it."""
    places = tuple(dict.fromkeys(span.place for span in proved))
    at = partial(ReadStatement, start=position, end=position + len(text) + len(loose), places=places)
    version = versions[proved[0].version]
    read = readings(text, loose)
    for words, rest in read if len(places) == 1 else ():
        if (quoted := _quoted(words, proved[0], version)) is not None:
            return at(basis=Basis.QUOTED, words=quoted, behind=rest)
    words, rest = read[0]
    return at(basis=Basis.PARAPHRASED, words=words.strip(), behind=rest)


def _quoted(text: str, span: ProvedSpan, version: CitableVersion) -> str | None:
    """The source's own words, where the statement says exactly these."""
    _, start, end = span.place
    if end - start > _LONGEST_QUOTED:
        return None
    normalizer = normalizer_for(version.media_type)
    found = quotation(quote=text.strip(), text=version.text, start=start, end=end, normalizer=normalizer)
    return found.text if found and len(found.text) <= STATEMENT_LENGTH else None


def _unproved(
    draft: DraftStatement, loose: str, position: int, documents: Sequence[SentDocument]
) -> Iterator[ReadStatement]:
    """Sentence by sentence: so it is counted, and shown."""
    numbers = (*draft.grounds.documents, *(span.document for span in draft.spans))
    named = tuple(dict.fromkeys(documents[number].version for number in numbers))
    statement = partial(ReadStatement, basis=Basis.DOCUMENT_ONLY if named else Basis.PLAUSIBILITY, versions=named)
    for sentence in sentences(draft.text + loose):
        yield statement(start=position, end=position + len(sentence), words=sentence.strip())
        position += len(sentence)


def _links(
    links: Sequence[UntrustedLink], *, viewer: Principal, documents: Sequence[SentDocument]
) -> tuple[ToldLink, ...]:
    """Each with the readable versions that have its address: as the request named them, or as their originator.

    What stands behind a "#" is a place within what the address names.
    """
    found = versions_from(writer=viewer, originators={address for link in links for address in _addresses(link)})
    for sent in documents:
        named = parse_reference(text=sent.ref)
        if sent.ref and isinstance(named, UntrustedLink):
            found.setdefault(named.shown, []).append(sent.version)
    versions = (chain(*(found.get(address, ()) for address in _addresses(link))) for link in links)
    return tuple(
        ToldLink(link.shown, link.href, tuple(dict.fromkeys(known)))
        for link, known in zip(links, versions, strict=True)
    )


def _addresses(link: UntrustedLink) -> tuple[str, ...]:
    """As it stands, and without a place in it. Never the empty one: most documents have that as originator."""
    return tuple(each for each in dict.fromkeys((link.shown, link.shown.partition("#")[0])) if each)
