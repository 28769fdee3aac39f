"""Ids as rows behind `__in`."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from citeledger.documents.models import Document
from citeledger.tables.expressions import Ids
from tests import cast

pytestmark = pytest.mark.django_db


def test_more_ids_than_a_statement_takes_parameters() -> None:
    cast.make_document(owner=cast.make_cast().legal)
    (known,) = Document.objects.values_list("pk", flat=True)
    assert list(Document.objects.filter(pk__in=Ids([known, *range(10**6, 13 * 10**5)])).values_list("pk")) == [(known,)]


def test_without_any_the_question_is_asked_all_the_same() -> None:
    with CaptureQueriesContext(connection) as queries:
        assert not Document.objects.filter(pk__in=Ids([])).exists()
    assert len(queries) == 1
