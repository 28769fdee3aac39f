"""The clock over HTTP: what leaves at ticks takes as long whatever is behind it (threat T32). Minutes long.

    CITELEDGER_TEST_PROFILE=long CITELEDGER_TEST_ENGINE=postgresql python -m pytest tests/functional/test_clock.py

A site as people run it is asked about one citation at a time that support may not see: revoked, removed, never there,
and two that rest on many hidden passages, one on as many as are allowed, each of a document of its own. The samples are
interleaved. It prints medians (milliseconds), Welch's t and the area under the ROC curve of "which of the two was it"
against the unknown uid. Without ticks the large ones must stand out, or the measurement would not see anything.

It wants a machine with nothing else to do: where the largest takes longer than a tick, it is told apart.
"""

import gc
import http.client
import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from statistics import mean, median, variance
from urllib.parse import urlsplit
from uuid import UUID

import pytest
from django.db import connection

from acl.models import User
from acl.services import issue_token
from citeledger.core.lineage import SPAN_CAP
from citeledger.documents.services import retire
from citeledger.evidence.bench.library import shelve
from citeledger.evidence.bench.population import insert
from citeledger.ledger.models import Closure, Span
from tests import cast
from tests.cast import AT, Cast
from tests.ground.databases import CommittedDatabase
from tests.ground.processes import Site
from tests.integration.revalidation.test_timing import area

pytestmark = pytest.mark.long

SAMPLES = 2000
ASKING = 4  # connections at a time: the site mostly waits
WARM_UP = 20
TRUSTED = (0.45, 0.55)
MOST_T = 4.5
UNKNOWN, MANY, LARGE = "never there", "revoked, 512 documents", f"revoked, {SPAN_CAP} documents"
Samples = dict[str, list[float]]
Measure = Callable[..., dict[str, tuple[float, float]]]


@pytest.fixture
def people(committed_db: CommittedDatabase) -> Cast:
    return cast.make_cast()


@pytest.fixture
def hidden(people: Cast) -> dict[str, UUID]:
    """One citation per cause."""
    documents = [cast.make_document(owner=people.legal) for _ in range(4)]
    cited = [cast.cite(writer=people.support, documents=[document]).citations[0] for document in documents]
    retire(actor=people.legal, document=documents[0], at=AT)
    for document in documents[1:]:
        cast.unread(owner=people.legal, document=document)
    _rest_on_many(author=User.objects.get(pk=people.legal.id), sizes={cited[2]: 512, cited[3]: SPAN_CAP})
    return dict(zip(("removed", "revoked", MANY, LARGE), cited, strict=True))


def _rest_on_many(*, author: User, sizes: dict[UUID, int]) -> None:
    """Only the rows that a verdict walks: through the services it would take many minutes."""
    shelved = shelve(author=author, histories=[[cast.POLICY]] * SPAN_CAP, at=AT)
    spans = insert(Span.objects, (Span(version=one.versions[0], start=0, end=7, at=AT) for one in shelved))
    for citation, size in sizes.items():
        Closure.objects.filter(citation__uid=citation).update(span_ids=[span.pk for span in spans[:size]])
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


@pytest.fixture
def measure(
    people: Cast, hidden: dict[str, UUID], start_site: Callable[..., Site], capsys: pytest.CaptureFixture[str]
) -> Measure:
    """`measure(...)`: the site's environment in, area and Welch's t by cause out, printed."""
    token = issue_token(actor=people.support, name="clock", at=AT)

    def run(**changes: str) -> dict[str, tuple[float, float]]:
        origin = start_site(**changes).origin
        with ThreadPoolExecutor(ASKING) as threads:
            parts = list(threads.map(lambda seed: _sampled(origin, token, hidden, seed), range(ASKING)))
        taken = {cause: [one for part in parts for one in part[cause]] for cause in (UNKNOWN, *hidden)}
        found = {cause: (area(taken[cause], taken[UNKNOWN]), welch(taken[cause], taken[UNKNOWN])) for cause in hidden}
        lines = [f"{changes or 'ticks'}, {connection.vendor}: {UNKNOWN} median {1000 * median(taken[UNKNOWN]):.2f}"]
        lines += [
            f"  {cause}: median {1000 * median(taken[cause]):.2f}, AUC {roc:.3f}, t {t:.2f}"
            for cause, (roc, t) in found.items()
        ]
        with capsys.disabled():
            sys.stdout.write("\n".join(["", *lines, ""]))
        return found

    return run


def _sampled(origin: str, token: str, hidden: dict[str, UUID], seed: int) -> Samples:
    chance = random.Random(seed)
    taken: Samples = {cause: [] for cause in (UNKNOWN, *hidden)}
    site = http.client.HTTPConnection(urlsplit(origin).netloc, timeout=60)
    for number in range(-WARM_UP, SAMPLES // ASKING):
        for cause in chance.sample(sorted(taken), len(taken)):
            seconds = _ask(site, token, hidden.get(cause) or cast.unknown())
            if number >= 0:
                taken[cause].append(seconds)
    site.close()
    return taken


def _ask(site: http.client.HTTPConnection, token: str, uid: UUID) -> float:
    body = json.dumps({"citations": [str(uid)]})
    began = time.perf_counter()
    site.request(
        "POST", "/api/v1/verdicts", body, {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    )
    answer = site.getresponse().read()
    seconds = time.perf_counter() - began
    assert b'"unavailable"' in answer
    return seconds


def welch(one: list[float], other: list[float]) -> float:
    """Welch's t of two samples."""
    return (mean(one) - mean(other)) / (variance(one) / len(one) + variance(other) / len(other)) ** 0.5


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def test_without_ticks_the_clock_sees_a_large_lineage(measure: Measure) -> None:
    found = measure(WITHHELD_TICK_MILLISECONDS="0")
    assert min(found[MANY][0], found[LARGE][0]) > TRUSTED[1]
    assert min(found[MANY][1], found[LARGE][1]) > MOST_T


def test_with_them_it_sees_nothing(measure: Measure) -> None:
    found = measure()
    assert {cause: roc for cause, (roc, _) in found.items() if not TRUSTED[0] <= roc <= TRUSTED[1]} == {}
    assert {cause: t for cause, (_, t) in found.items() if abs(t) >= MOST_T} == {}
