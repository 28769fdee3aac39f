"""The log against the tables: every record has the fact that made it, and says what the fact says."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from uuid import UUID

import rfc8785

from citeledger.core.hashing import sha256_hex
from citeledger.documents import facts as document_facts
from citeledger.documents.models import (
    Adoption,
    Document,
    DocumentHead,
    DocumentMetadata,
    Reversion,
    Snapshot,
    Version,
    VersionSource,
    VersionText,
    Withdrawal,
)
from citeledger.documents.snapshots import SNAPSHOT_PINNED, describe_snapshot
from citeledger.emission import hand_off_facts, steps
from citeledger.emission.models import HandOff, HandOffReceipt
from citeledger.evidence import reach
from citeledger.evidence.problems import NOBODY, Problem
from citeledger.evidence.rows import Walk, attempt
from citeledger.evidence.sessions import sessions
from citeledger.evidence.texts import TEXTS_AT_ONCE
from citeledger.ledger import attestations, rebindings
from citeledger.ledger import facts as ledger_facts
from citeledger.ledger.models import Answer, Attestation, Rebinding, Span
from citeledger.ledger.queries import answer_records, answer_skeletons
from citeledger.log.models import Erasure, LogDetail, LogEntry
from citeledger.log.services import Json, commitment, leaf


@dataclass(frozen=True, slots=True)
class _Told:
    """One body in the log: what it says (digest), of which kind, and about whom."""

    kind: str
    digest: str


Compare = Callable[[str, UUID, str, dict[str, Json]], Iterator[Problem]]
REBUILT = (
    document_facts.DOCUMENT_CREATED,
    document_facts.METADATA_WRITTEN,
    document_facts.VERSION_PUBLISHED,
    document_facts.VERSION_WITHDRAWN,
    document_facts.VERSION_REVERTED,
    document_facts.VERSION_ADOPTED,
    SNAPSHOT_PINNED,
    ledger_facts.SPAN_MINTED,
    ledger_facts.ANSWER_RECORDED,
    ledger_facts.ANSWER_ERASED,
    attestations.ATTESTED,
    rebindings.CITATION_REBOUND,
    hand_off_facts.ANSWER_HANDED_OVER,
    hand_off_facts.HAND_OFF_TAKEN,
    steps.SESSION_OPENED,
    steps.SESSION_ERASED,
    steps.ANSWER_EMITTED,
)
ERASED = (ledger_facts.ANSWER_ERASED, attestations.ATTESTATION_ERASED, steps.SESSION_ERASED)


def entries() -> Iterator[Problem]:
    """Commitments: each entry opens with its detail, or its subject was erased."""
    # A damaged erasure row makes the set unreadable; `erasures` names the row, and here nothing counts as erased.
    erased = attempt(lambda: set(Erasure.objects.values_list("subject_uid", flat=True))) or set()

    def inspect(entry: LogEntry) -> Iterator[Problem]:
        if leaf(entry=entry) != entry.leaf:
            yield Problem("log entry", str(entry.uid), "is not the leaf it was")
        detail = LogDetail.objects.filter(entry=entry).first()
        if detail is None:
            if entry.subject_uid not in erased:
                yield Problem("log entry", str(entry.uid), "its detail is missing")
        elif commitment(entry=entry, salt=detail.salt, body=detail.body) != entry.commitment:
            yield Problem("log entry", str(entry.uid), "does not open its commitment")

    yield from Walk(rows=LogEntry.objects.all(), record="log entry", reach=reach.of_entry).problems(inspect)


def details() -> Iterator[Problem]:
    """Details belong to an entry: one that was moved to another entry leaves its own without."""

    def inspect(detail: LogDetail) -> Iterator[Problem]:
        if not LogEntry.objects.filter(pk=detail.entry_id).exists():
            yield Problem("log detail", f"row {detail.pk}", "belongs to no entry")

    yield from Walk(rows=LogDetail.objects.all(), record="log detail", reach=reach.of_detail).problems(inspect)


def erasures() -> Iterator[Problem]:
    """An erasure has its own fact, by the same actor at the same time: else it is a door nobody opened."""

    def inspect(erasure: Erasure) -> Iterator[Problem]:
        told = LogEntry.objects.filter(
            kind__in=ERASED, subject_uid=erasure.subject_uid, actor_uid=erasure.actor_uid, at=erasure.at
        )
        if not told.exists():
            yield Problem("erasure", str(erasure.subject_uid), "no fact says so")

    yield from Walk(rows=Erasure.objects.all(), record="erasure", reach=reach.of_erasure).problems(inspect)


def records() -> Iterator[Problem]:
    """Every record says what the log says of it; what the log tells of and is not there is named by its subject."""
    told = Counter(said for said, _ in _told())
    yield from _compared(told)
    if left := +told:
        yield from _without_record(left)


def _told() -> Iterator[tuple[_Told, int]]:
    """What the log says, and the id of the entry that says it: the entry itself may be unreadable."""
    rows = LogDetail.objects.filter(entry__kind__in=REBUILT).values_list("entry__kind", "body", "entry_id")
    for kind, body, entry_id in rows.iterator(chunk_size=1000):
        yield _Told(kind, sha256_hex(body)), entry_id


def _without_record(left: "Counter[_Told]") -> Iterator[Problem]:
    """What the log tells of and no record says, named by its subject."""

    def missing(entry: LogEntry) -> Iterator[Problem]:
        yield Problem("fact", str(entry.subject_uid), f"no record says what {entry.kind} says")

    found = []
    for said, entry_id in _told():
        if left[said] > 0:
            left[said] -= 1
            found.append(entry_id)
    yield from Walk(rows=LogEntry.objects.filter(pk__in=found), record="fact", reach=reach.of_entry).problems(missing)


def _compared(told: "Counter[_Told]") -> Iterator[Problem]:
    def compare(record: str, uid: UUID, kind: str, body: dict[str, Json]) -> Iterator[Problem]:
        said = _Told(kind, sha256_hex(rfc8785.dumps(body)))
        if told[said] > 0:
            told[said] -= 1
        else:
            yield Problem(record, str(uid), "is not what the log says it was")

    yield from _documents(compare)
    yield from _versions(compare)
    yield from _ledger(compare)
    yield from _hand_offs(compare)
    yield from sessions(compare)


def _documents(compare: Compare) -> Iterator[Problem]:
    def document(row: Document) -> Iterator[Problem]:
        yield from compare("document", row.uid, document_facts.DOCUMENT_CREATED, document_facts.describe_document(row))

    def metadata(row: DocumentMetadata) -> Iterator[Problem]:
        yield from compare(
            "metadata", row.document.uid, document_facts.METADATA_WRITTEN, document_facts.describe_metadata(row)
        )

    documents = Document.objects.select_related("creator")
    yield from Walk(rows=documents, record="document", reach=reach.of_document).problems(document)
    metadatas = DocumentMetadata.objects.select_related("document")
    yield from Walk(rows=metadatas, record="metadata", reach=reach.of_metadata).problems(metadata)


def _versions(compare: Compare) -> Iterator[Problem]:
    def version(row: Version) -> Iterator[Problem]:
        body = document_facts.describe_version(
            version=row, digests=document_facts.digests(content=row.content, source=row.source)
        )
        yield from compare("version", row.uid, document_facts.VERSION_PUBLISHED, body)

    def withdrawal(row: Withdrawal) -> Iterator[Problem]:
        yield from compare(
            "withdrawal", row.version.uid, document_facts.VERSION_WITHDRAWN, document_facts.describe_withdrawal(row)
        )

    def reversion(row: Reversion) -> Iterator[Problem]:
        fact = document_facts.describe_reversion(row)
        yield from compare("reversion", row.version.uid, document_facts.VERSION_REVERTED, fact)
        if _said(row.version) != _said(row.origin):
            yield Problem("reversion", str(row.version.uid), "does not say again what it reverts to said")

    def adoption(row: Adoption) -> Iterator[Problem]:
        fact = document_facts.describe_adoption(row)
        yield from compare("adoption", row.version.uid, document_facts.VERSION_ADOPTED, fact)

    def snapshot(row: Snapshot) -> Iterator[Problem]:
        yield from compare("snapshot", row.uid, SNAPSHOT_PINNED, describe_snapshot(row))

    versions = Version.objects.select_related("document", "author", "content", "source")
    walk = Walk(rows=versions, record="version", reach=reach.of_version, at_once=TEXTS_AT_ONCE)
    yield from walk.problems(version)
    withdrawals = Withdrawal.objects.select_related("version__document")
    yield from Walk(rows=withdrawals, record="withdrawal", reach=reach.of_withdrawal).problems(withdrawal)
    reversions = Reversion.objects.select_related("version__document", "origin")
    yield from Walk(rows=reversions, record="reversion", reach=reach.of_reversion).problems(reversion)
    adoptions = Adoption.objects.select_related("version__document", "person")
    yield from Walk(rows=adoptions, record="adoption", reach=reach.of_adoption).problems(adoption)
    snapshots = Snapshot.objects.select_related("maker", "content")
    yield from Walk(rows=snapshots, record="snapshot", reach=lambda _: NOBODY).problems(snapshot)


def _said(version: Version) -> tuple[str, str, str]:
    """Both digests of a version and its document: equal where one says again what the other said."""
    text = VersionText.objects.values_list("sha256", flat=True).get(version=version)
    return text, VersionSource.objects.values_list("sha256", flat=True).get(version=version), str(version.document_id)


def _ledger(compare: Compare) -> Iterator[Problem]:
    def span(row: Span) -> Iterator[Problem]:
        record = ledger_facts.SpanRecord(
            uid=row.uid,
            version=row.version.uid,
            start=row.start,
            end=row.end,
            exact=row.content.exact,
            at=row.at,
        )
        yield from compare("span", row.uid, ledger_facts.SPAN_MINTED, ledger_facts.describe_span(record))

    def answer(row: Answer) -> Iterator[Problem]:
        found = answer_records(answer_ids=[row.pk])
        if row.pk in found:
            yield from compare(
                "answer", row.uid, ledger_facts.ANSWER_RECORDED, ledger_facts.describe_answer(found[row.pk])
            )
        else:  # erased: the records that stayed are what the erasure says they were
            skeleton = answer_skeletons(answer_ids=[row.pk])[row.pk]
            yield from compare("answer", row.uid, ledger_facts.ANSWER_ERASED, ledger_facts.describe_erasure(skeleton))

    def attestation(row: Attestation) -> Iterator[Problem]:
        yield from compare("attestation", row.uid, attestations.ATTESTED, attestations.describe_attestation(row))

    def rebinding(row: Rebinding) -> Iterator[Problem]:
        fact = rebindings.describe_rebinding(row)
        yield from compare("rebinding", row.citation.uid, rebindings.CITATION_REBOUND, fact)

    spans = Span.objects.select_related("version", "content")
    yield from Walk(rows=spans, record="span", reach=reach.of_span).problems(span)
    yield from Walk(rows=Answer.objects.all(), record="answer", reach=reach.of_answer).problems(answer)
    attested = Attestation.objects.select_related("citation", "person")
    yield from Walk(rows=attested, record="attestation", reach=reach.of_attestation).problems(attestation)
    rebound = Rebinding.objects.select_related("citation", "origin")
    yield from Walk(rows=rebound, record="rebinding", reach=reach.of_rebinding).problems(rebinding)


def _hand_offs(compare: Compare) -> Iterator[Problem]:
    """No badge rests on them: a damaged one reaches nobody."""

    def hand_off(row: HandOff) -> Iterator[Problem]:
        fact = hand_off_facts.describe_hand_off(row)
        yield from compare("hand-off", row.uid, hand_off_facts.ANSWER_HANDED_OVER, fact)

    def receipt(row: HandOffReceipt) -> Iterator[Problem]:
        fact = hand_off_facts.describe_receipt(row)
        yield from compare("hand-off receipt", row.hand_off.uid, hand_off_facts.HAND_OFF_TAKEN, fact)

    handed = HandOff.objects.select_related("answer", "sender", "receiver")
    yield from Walk(rows=handed, record="hand-off", reach=lambda _: NOBODY).problems(hand_off)
    taken = HandOffReceipt.objects.select_related("hand_off")
    yield from Walk(rows=taken, record="hand-off receipt", reach=lambda _: NOBODY).problems(receipt)


def heads() -> Iterator[Problem]:
    """The head of a document agrees with its versions and with the last facts about it."""

    def inspect(head: DocumentHead) -> Iterator[Problem]:
        newest = Version.objects.filter(document=head.document_id, withdrawal=None).order_by("-number", "-rendition")
        if head.version != newest.first():
            yield Problem("document", str(head.document.uid), "its head is not its newest version")
        latest = head.document.metadata.order_by("-number").first()
        if head.metadata != latest:
            yield Problem("document", str(head.document.uid), "its metadata is not the newest")
        yield from _ending(head)

    rows = DocumentHead.objects.select_related("document", "version", "metadata")
    yield from Walk(rows=rows, record="head", reach=reach.of_head).problems(inspect)


def _ending(head: DocumentHead) -> Iterator[Problem]:
    retired, unretired = document_facts.DOCUMENT_RETIRED, document_facts.DOCUMENT_UNRETIRED
    endings = (
        (head.retired_at, {retired, unretired}, document_facts.describe_retirement(head)),
        (
            head.superseded_from,
            {document_facts.DOCUMENT_SUPERSEDED},
            document_facts.describe_supersession(head),
        ),
    )
    for is_set, kinds, body in endings:
        facts = LogDetail.objects.filter(entry__kind__in=kinds, entry__subject_uid=head.document.uid)
        last = facts.order_by("-entry_id").values_list("body", flat=True).first()
        if (last is not None or is_set) and last != rfc8785.dumps(body).decode():
            yield Problem("document", str(head.document.uid), f"its head does not say what {min(kinds)} says")
