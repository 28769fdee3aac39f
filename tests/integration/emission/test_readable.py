"""Who may read all that something rests on: one rule for whoever takes over and for whoever re-binds."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from citeledger.emission.readable import reads_all
from tests import cast

pytestmark = pytest.mark.django_db

GONE = 10**9  # no row has this id


@pytest.mark.parametrize("gone", ["span_ids", "text_ids", "absence_ids"])
def test_what_is_not_there_is_read_by_nobody_at_the_cost_of_what_is(gone: str) -> None:
    """A search whose scope is gone says nothing, as the evaluator has it (ADR 15)."""
    reader = cast.make_cast().support
    nothing: dict[str, list[int]] = {"span_ids": [], "text_ids": [], "absence_ids": []}
    counted = []
    for named, is_read in ((nothing, True), (nothing | {gone: [GONE]}, False)):
        with CaptureQueriesContext(connection) as queries:
            assert reads_all(reader=reader, **named) is is_read
        counted.append(len(queries))
    assert counted == [4, 4]
