"""Pages against the log: each shows what was last put there, and none came or went without a fact."""

from collections.abc import Iterator

import rfc8785
from django.db.models import Exists, OuterRef

from citeledger.evidence.problems import NOBODY, Problem
from citeledger.evidence.rows import Walk
from citeledger.ledger.facts import PAGE_PUT, PageRecord, describe_page
from citeledger.ledger.models import Page
from citeledger.log.models import LogDetail, LogEntry


def pages() -> Iterator[Problem]:
    """Every page against the last fact about it. No badge rests on the page that shows it, so none is touched."""
    rows = Page.objects.select_related("surface", "owner")
    yield from Walk(rows=rows, record="page", reach=lambda _: NOBODY).problems(_against_the_log)
    gone = LogEntry.objects.filter(~Exists(Page.objects.filter(uid=OuterRef("subject_uid"))), kind=PAGE_PUT)
    for uid in gone.values_list("subject_uid", flat=True).distinct().iterator():
        yield Problem("page", str(uid), "is gone and no fact says so")


def _against_the_log(page: Page) -> Iterator[Problem]:
    facts = LogDetail.objects.filter(entry__kind=PAGE_PUT, entry__subject_uid=page.uid).order_by("-entry_id")
    if facts.values_list("body", flat=True).first() != rfc8785.dumps(describe_page(_record(page))).decode():
        yield Problem("page", str(page.uid), f"does not show what the last {PAGE_PUT} says")


def _record(page: Page) -> PageRecord:
    shown = page.citations.order_by("position").values_list("citation_uid", flat=True)
    return PageRecord(
        uid=page.uid,
        surface=page.surface.uid,
        kind=page.kind,
        owner=page.owner.uid,
        host_reference=page.host_reference,
        title=page.title,
        citations=tuple(shown),
    )
