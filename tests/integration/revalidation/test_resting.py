"""How many statements would become unavailable: counted before it is done, and compared with what then does."""

from copy import deepcopy
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from citeledger.core.principals import Principal
from citeledger.core.statements import Absence, AnswerKind, Basis, Context, Statement
from citeledger.core.states import State
from citeledger.documents.services import pin, retire, withdraw
from citeledger.emission.services import record_answer
from citeledger.ledger.services import erase_answer
from revalidation.resting import resting_on_document, resting_on_version
from revalidation.service import verdicts
from tests import cast
from tests.cast import AT
from tests.ground.databases import BuiltOnce

pytestmark = pytest.mark.django_db


class Archive:
    """A policy in two versions, both cited, one beside another policy; texts made from those; and a search."""

    def __init__(self) -> None:
        self.legal: Principal = cast.make_cast().legal
        self.document, other = (cast.make_document(owner=self.legal, title=title) for title in ("One", "Two"))
        found = cast.current_version(self.legal, self.document)
        assert found is not None
        self.first: UUID = found
        old, _ = self.cite(self.document, other), self.cite(other)
        summary = cast.cite(writer=self.legal, derived_from=[old[0]], kind=AnswerKind.SUMMARY)
        again = cast.cite(writer=self.legal, derived_from=[summary.uid])
        self.on_first = [old[1], *summary.citations, *again.citations, self.absent(self.document, other)]
        erase_answer(actor=self.legal, answer=self.cite(self.document)[0], at=AT)
        self.second = cast.publish(owner=self.legal, document=self.document, text=f"{cast.POLICY}More.\n")
        self.on_second = [self.cite(self.document)[1]]

    def cite(self, *documents: UUID) -> tuple[UUID, UUID]:
        recorded = cast.cite(writer=self.legal, documents=documents)
        self.cited = [*getattr(self, "cited", []), *recorded.citations]
        return recorded.uid, recorded.citations[0]

    def absent(self, *documents: UUID) -> UUID:
        snapshot = pin(actor=self.legal, name="Both", documents=documents, at=AT).uid
        query = {"version": 1, "kind": "phrase", "phrase": "store credit"}
        statement = Statement("No policy offers it.", Basis.ABSENCE, absence=Absence(query, snapshot))
        kind, context = AnswerKind.MEMORY_NOTE, Context()
        return record_answer(
            writer=self.legal, kind=kind, segments=[statement], context=context, on_behalf_of=None, at=AT
        ).citations[0]

    def unavailable(self) -> set[UUID]:
        asked = [*self.cited, *self.on_first, *self.on_second]
        return {one.citation for one in verdicts(viewer=self.legal, citations=asked) if one.state is State.UNAVAILABLE}


@pytest.fixture(scope="module")
def _archive(built_once: BuiltOnce) -> Archive:
    return built_once(Archive)


@pytest.fixture
def archive(_archive: Archive, db: None) -> Archive:
    return deepcopy(_archive)


def test_of_a_document_as_many_as_retiring_it_makes_unavailable(archive: Archive) -> None:
    erased, counted = archive.unavailable(), resting_on_document(document=archive.document)
    retire(actor=archive.legal, document=archive.document, at=AT)
    gone = archive.unavailable() - erased
    assert gone == {*archive.on_first, *archive.on_second}
    assert counted == len(gone) == 5


def test_of_a_version_as_many_as_withdrawing_it_makes_unavailable(archive: Archive) -> None:
    erased = archive.unavailable()
    assert resting_on_version(version=archive.second) == 1
    counted = resting_on_version(version=archive.first)
    withdraw(actor=archive.legal, version=archive.first, at=AT)
    gone = archive.unavailable() - erased
    assert gone == set(archive.on_first)
    assert counted == len(gone) == 4


def test_nothing_rests_on_what_is_unknown_and_asking_takes_one_query(archive: Archive) -> None:
    for uid in (archive.document, UUID(int=1)):
        with CaptureQueriesContext(connection) as queries:
            assert (resting_on_document(document=uid) > 0) == (uid == archive.document)
        assert len(queries) == 1
