"""A sweep after an edit, database and all: a megabyte of which every sentence is cited gets a new version."""

import time
from datetime import datetime

from acl.models import User
from citeledger.evidence.bench.library import shelve
from citeledger.evidence.bench.passages import Passages
from citeledger.evidence.bench.population import insert
from citeledger.ledger.models import Span, SpanText
from revalidation.sweeping import sweep


def seconds(*, given: Passages, at: datetime) -> float:
    """How long it takes to read both texts and every span, to prove and decide, and to write every result."""
    author = User.objects.create(username="bench-sweeper")
    (shelved,) = shelve(author=author, histories=[[given.text, given.inserted]], at=at)
    cited = shelved.versions[0]
    spans = insert(Span.objects, (Span(version=cited, start=start, end=end, at=at) for start, end in given.spans))
    insert(SpanText.objects, (SpanText(span=span, exact=given.text[span.start : span.end]) for span in spans))
    began = time.perf_counter()
    sweep(version=shelved.versions[1].uid, at=at)
    return time.perf_counter() - began
