"""Independent roots: what a statement cites itself, and the documents all of that comes down to."""

from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from acl.models import User
from citeledger.core.principals import Principal
from citeledger.core.statements import AnswerKind, Basis, Context, Statement
from citeledger.core.states import State
from citeledger.documents.services import retire
from citeledger.emission.services import record_answer
from citeledger.interfaces.web.presenters.citation import roots_line
from revalidation.panels import Panel, panel
from revalidation.roots import Roots
from tests import cast
from tests.cast import AT, Cast

pytestmark = pytest.mark.django_db
SHIPPING = "Return shipping is free within the country."


def note(people: Cast, *documents: UUID, exact: str = cast.REFUND, of: tuple[UUID, ...] = ()) -> UUID:
    """A note that all of staff may read."""
    writer = people.legal
    uid = cast.cite(writer=writer, documents=documents, exact=exact, derived_from=of, kind=AnswerKind.MEMORY_NOTE).uid
    cast.share_answer(owner=writer, answer=uid)
    return uid


def roots_of(viewer: Principal, citation: UUID) -> Roots | None:
    return panel(viewer=viewer, citation=citation).roots


def test_three_notes_on_one_document_are_three_citations_and_one_root(people: Cast) -> None:
    document = cast.make_document(owner=people.legal)
    notes = [note(people, document) for _ in range(3)]
    citation = cast.cite(writer=people.legal, derived_from=notes).citations[0]

    assert roots_of(people.support, citation) == Roots(cited=3, documents=1)


def test_each_document_is_a_root_once_however_it_is_reached(people: Cast) -> None:
    first, second, third = (cast.make_document(owner=people.legal) for _ in range(3))
    deep = note(people, of=(note(people, first), note(people, second)))
    citation = cast.cite(writer=people.legal, documents=[first, third], derived_from=[deep]).citations[0]

    assert roots_of(people.support, citation) == Roots(cited=3, documents=3)


def test_passages_and_versions_of_one_document_are_one_root(people: Cast) -> None:
    document = cast.make_document(owner=people.legal)
    old = [cast.mint(writer=people.legal, document=document, exact=exact) for exact in (cast.REFUND, SHIPPING)]
    cast.publish(owner=people.legal, document=document, text=cast.EDITED)
    new = cast.mint(writer=people.legal, document=document, exact=SHIPPING)
    statement = Statement("So.", Basis.PARAPHRASED, spans=(*old, new))
    recorded = record_answer(
        writer=people.legal,
        kind=AnswerKind.ANSWER,
        segments=[statement],
        context=Context(),
        on_behalf_of=None,
        at=AT,
    )

    found = panel(viewer=people.support, citation=recorded.citations[0])
    assert (found.state, found.roots) == (State.SOURCE_CHANGED, Roots(cited=3, documents=1))


def test_nothing_is_counted_for_who_may_not_read_all_of_it(people: Cast) -> None:
    """Also not what they may read of it, nor that there is more: the panel is the same as of a made-up uid."""
    shared, hidden = cast.make_document(owner=people.legal), cast.make_document(owner=people.legal, readers=())
    notes = [note(people, shared), note(people, shared), note(people, hidden)]
    citation = cast.cite(writer=people.legal, derived_from=notes).citations[0]

    assert roots_of(people.legal, citation) == Roots(cited=3, documents=2)
    assert panel(viewer=people.support, citation=citation) == Panel(citation, State.UNAVAILABLE)
    retire(actor=people.legal, document=shared, at=AT)
    assert panel(viewer=people.legal, citation=citation) == Panel(citation, State.UNAVAILABLE)


def test_it_costs_one_query_however_many(people: Cast) -> None:
    document = cast.make_document(owner=people.legal)
    counts = set()
    for size in (1, 5, 12):
        notes = [note(people, document) for _ in range(size)]
        citation = cast.cite(writer=people.legal, derived_from=notes).citations[0]
        with CaptureQueriesContext(connection) as queries:
            assert roots_of(people.legal, citation) == Roots(cited=size, documents=1)
        counts.add(len(queries))
    assert len(counts) == 1


@pytest.mark.parametrize(
    ("roots", "line"),
    [
        (None, ""),
        (Roots(1, 1), ""),
        (Roots(1, 4), ""),
        (Roots(3, 3), ""),
        (Roots(2, 0), ""),
        (Roots(3, 1), "3 citations, 1 root: all of them come down to one document."),
        (Roots(4, 2), "4 citations, 2 roots: they come down to 2 documents."),
    ],
)
def test_readers_are_told_where_less_stands_behind_it_than_it_seems(roots: Roots | None, line: str) -> None:
    assert roots_line(roots=roots) == line


def test_the_page_of_the_citation_says_so_and_a_bare_one_does_not(people: Cast, client: Client) -> None:
    document = cast.make_document(owner=people.legal)
    citation = cast.cite(writer=people.legal, derived_from=[note(people, document) for _ in range(3)]).citations[0]
    client.force_login(User.objects.get(pk=people.support.id), backend="django.contrib.auth.backends.ModelBackend")

    assert b"3 citations, 1 root" in client.get(f"/c/{citation}").content
    cast.unread(owner=people.legal, document=document)
    assert b"root" not in client.get(f"/c/{citation}").content
