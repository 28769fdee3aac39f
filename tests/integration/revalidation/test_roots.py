"""Independent roots: what a statement cites itself, and the documents all of that comes down to."""

import re
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from acl.models import User
from citeledger.core.principals import Principal
from citeledger.core.statements import AnswerKind, Basis, Context, Statement
from citeledger.core.states import State
from citeledger.documents.models import VersionLetters
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


def document_of(people: Cast, text: str) -> UUID:
    return cast.make_document(owner=people.legal, text=text)


def counted(people: Cast, *texts: str) -> Roots | None:
    """Roots of a statement on the first word of a document for each text."""
    documents = [document_of(people, text) for text in texts]
    words = [re.findall(r"[^\W\d]+", text)[0] for text in texts]
    made = zip(documents, words, strict=True)
    return counted_on(people, *[cast.mint(writer=people.legal, document=one, exact=word) for one, word in made])


def counted_on(people: Cast, *spans: UUID) -> Roots | None:
    statement = Statement("So.", Basis.PARAPHRASED, spans=spans)
    how = {"context": Context(), "on_behalf_of": None, "at": AT}
    made = record_answer(writer=people.legal, kind=AnswerKind.ANSWER, segments=[statement], **how)
    return roots_of(people.legal, made.citations[0])


def roots_of(viewer: Principal, citation: UUID) -> Roots | None:
    return panel(viewer=viewer, citation=citation).roots


def test_three_notes_on_one_document_are_three_citations_and_one_root(people: Cast) -> None:
    document = cast.make_document(owner=people.legal)
    notes = [note(people, document) for _ in range(3)]
    citation = cast.cite(writer=people.legal, derived_from=notes).citations[0]

    assert roots_of(people.support, citation) == Roots(cited=3, documents=1, independent=1)


def test_each_document_is_a_root_once_however_it_is_reached(people: Cast) -> None:
    first, second, third = (document_of(people, f"{cast.POLICY}\nOf {name}.\n") for name in ("one", "two", "three"))
    deep = note(people, of=(note(people, first), note(people, second)))
    citation = cast.cite(writer=people.legal, documents=[first, third], derived_from=[deep]).citations[0]

    assert roots_of(people.support, citation) == Roots(cited=3, documents=3, independent=3)


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
    assert (found.state, found.roots) == (State.SOURCE_CHANGED, Roots(cited=3, documents=1, independent=1))


class TestCopies:
    """One publication under two documents is one root, in whatever way it is set."""

    @pytest.mark.parametrize(
        "copy",
        [
            cast.POLICY,
            cast.POLICY.upper(),
            " ".join(cast.POLICY.replace("#", "").split()),
            cast.POLICY.replace("30", "３０").replace(".", "!"),
        ],
    )
    def test_a_copy_is_no_second_root(self, people: Cast, copy: str) -> None:
        assert counted(people, cast.POLICY, copy) == Roots(cited=2, documents=2, independent=1)

    @pytest.mark.parametrize(
        "other",
        [cast.EDITED, f"{cast.POLICY}\nMore.\n", f"{SHIPPING}\n\n{cast.REFUND}\n", cast.POLICY.replace("30", "３")],
    )
    def test_what_says_anything_else_is_one(self, people: Cast, other: str) -> None:
        """That a passage stands in both says nothing of where either has it from."""
        assert counted(people, cast.POLICY, other) == Roots(cited=2, documents=2, independent=2)

    def test_what_shares_a_text_with_either_of_two_is_of_both(self, people: Cast) -> None:
        """Cited is a document's first text and its second; another has the first of these, and a third the second."""
        both = cast.make_document(owner=people.legal)
        spans = [cast.mint(writer=people.legal, document=both, exact=SHIPPING)]
        cast.publish(owner=people.legal, document=both, text=cast.EDITED)
        others = [document_of(people, text) for text in (cast.POLICY, cast.EDITED, cast.ELSEWHERE)]
        spans += [cast.mint(writer=people.legal, document=one, exact="Software") for one in (both, *others)]

        assert counted_on(people, *spans) == Roots(cited=5, documents=4, independent=2)

    def test_the_cited_versions_are_compared(self, people: Cast) -> None:
        """What stood behind a statement is not another thing because one of them is edited, or becomes a copy."""
        first, second = (document_of(people, text) for text in (cast.POLICY, cast.EDITED))
        spans = [cast.mint(writer=people.legal, document=one, exact=SHIPPING) for one in (first, second)]
        cast.publish(owner=people.legal, document=first, text=cast.EDITED)

        assert counted_on(people, *spans) == Roots(cited=2, documents=2, independent=2)

    def test_a_version_without_its_digest_is_like_no_other(self, people: Cast) -> None:
        made = [document_of(people, cast.POLICY) for _ in range(2)]
        spans = [cast.mint(writer=people.legal, document=one, exact=SHIPPING) for one in made]
        VersionLetters.objects.all().delete()

        assert counted_on(people, *spans) == Roots(cited=2, documents=2, independent=2)


def test_nothing_is_counted_for_who_may_not_read_all_of_it(people: Cast) -> None:
    """Also not what they may read of it, nor that there is more: the panel is the same as of a made-up uid."""
    shared, hidden = cast.make_document(owner=people.legal), cast.make_document(owner=people.legal, readers=())
    notes = [note(people, shared), note(people, shared), note(people, hidden)]
    citation = cast.cite(writer=people.legal, derived_from=notes).citations[0]

    assert roots_of(people.legal, citation) == Roots(cited=3, documents=2, independent=1)
    assert panel(viewer=people.support, citation=citation) == Panel(citation, State.UNAVAILABLE)
    retire(actor=people.legal, document=shared, at=AT)
    assert panel(viewer=people.legal, citation=citation) == Panel(citation, State.UNAVAILABLE)


def test_it_costs_one_query_and_another_for_several_documents_however_many(people: Cast) -> None:
    counts = []
    for size in (1, 5, 12):
        notes = [note(people, cast.make_document(owner=people.legal)) for _ in range(size)]
        citation = cast.cite(writer=people.legal, derived_from=notes).citations[0]
        with CaptureQueriesContext(connection) as queries:
            assert roots_of(people.legal, citation) == Roots(cited=size, documents=size, independent=1)
        counts.append(len(queries))
    assert counts == [counts[0], counts[0] + 1, counts[0] + 1]


@pytest.mark.parametrize(
    ("roots", "line"),
    [
        (None, ""),
        (Roots(1, 1, 1), ""),
        (Roots(1, 4, 4), ""),
        (Roots(1, 4, 1), ""),
        (Roots(3, 3, 3), ""),
        (Roots(2, 0, 0), ""),
        (Roots(3, 1, 1), "3 citations, 1 root: all of them come down to one document."),
        (Roots(4, 2, 2), "4 citations, 2 roots: they come down to 2 documents."),
        (
            Roots(2, 2, 1),
            "2 citations, 1 root: they come down to 2 documents, of which some say the same from beginning to end.",
        ),
        (
            Roots(4, 3, 2),
            "4 citations, 2 roots: they come down to 3 documents, of which some say the same from beginning to end.",
        ),
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
