"""What a panel says about a change: old words, new words or nearest place, difference, kind, when, where to read."""

from collections.abc import Iterator
from datetime import timedelta
from uuid import UUID

import pytest

from citeledger.core.anchoring.changes import Op, describe
from citeledger.core.outcomes import OutcomeKind
from citeledger.core.states import State
from revalidation.models import SpanResult
from revalidation.panels import SourcePanel, panel
from revalidation.sweeping import sweep
from tests import cast
from tests.cast import AT, Cast
from tests.ground.databases import BuiltOnce

pytestmark = pytest.mark.django_db
BADGES = "# Limits\n\nVisitors keep a badge for 30 days.\n\nAsk the desk when you lose it on the way home.\n"
# The words are there twice, in sentences that are not the one cited.
TWICE = (
    "# Limits\n\nAsk the desk when you lose it on the way home.\n\n"
    "Printers are replaced every 30 days or so. Chairs are mended every 30 days too.\n"
)
SECTIONS = "## 1. Limits\n\nVisitors are met.\n\nClaims are settled within 30 days.\n\n## 2. Keys\n\nAsk the desk.\n"
MOVED = "## 1. Limits\n\nVisitors are met.\n\n## 2. Keys\n\nAsk the desk.\n\nClaims are settled within 30 days.\n"
WORDS = "30 days"
DAY = timedelta(days=1)


class Edited:
    """A policy cited by support, and what a panel says of its one source."""

    def __init__(self, people: Cast, text: str = cast.POLICY, exact: str = cast.REFUND) -> None:
        self.people = people
        self.document = cast.make_document(owner=self.people.legal, text=text)
        self.citation = cast.cite(writer=self.people.support, documents=[self.document], exact=exact).citations[0]

    def to(self, text: str, days: int = 1) -> UUID:
        return cast.publish(owner=self.people.legal, document=self.document, text=text, at=AT + days * DAY)

    @property
    def source(self) -> SourcePanel:
        (found,) = panel(viewer=self.people.support, citation=self.citation).sources
        return found


@pytest.fixture(scope="module")
def _edited(built_once: BuiltOnce, cast_of_the_module: Cast) -> Edited:
    return built_once(lambda: Edited(cast_of_the_module))


@pytest.fixture
def edited(_edited: Edited, db: None) -> Edited:
    return _edited


def spelled(source: SourcePanel, *ops: Op) -> str:
    return "".join(piece.text for piece in source.difference if piece.op in ops)


def test_an_edit_with_its_words_and_its_kind(edited: Edited) -> None:
    edited.to(cast.EDITED)
    source = edited.source
    assert (source.cited.text, source.cited.number) == (cast.REFUND, 1)
    assert source.now is not None
    assert (source.now.text, source.now.number) == (cast.REFUND.replace("30", "14"), 2)
    assert (spelled(source, Op.EQUAL, Op.REMOVED), spelled(source, Op.EQUAL, Op.ADDED)) == (
        cast.REFUND,
        source.now.text,
    )
    assert (spelled(source, Op.REMOVED).strip(), spelled(source, Op.ADDED).strip()) == ("30", "14")
    assert (source.outcome, source.change) == ("numbers", "A number in the cited words was changed.")
    assert source.candidates == ()


def test_the_first_version_in_which_this_passage_differed(edited: Edited) -> None:
    edited.to(cast.ELSEWHERE, days=1)
    first = edited.to(cast.EDITED, days=2)
    latest = edited.to(cast.EDITED.replace("14 days", "7 days"), days=3)
    source = edited.source
    assert (source.changed_in, source.changed_version, source.changed_at) == (3, first, AT + 2 * DAY)
    assert (source.current_number, source.current_version) == (4, latest)


def test_what_is_gone_has_no_place(edited: Edited) -> None:
    edited.to(cast.DELETED)
    source = edited.source
    assert source.outcome == "deleted"
    assert source.now is None


@pytest.fixture(scope="module")
def _badges(built_once: BuiltOnce, cast_of_the_module: Cast) -> Edited:
    return built_once(lambda: Edited(cast_of_the_module, BADGES, WORDS))


@pytest.fixture(scope="module")
def _sections(built_once: BuiltOnce, cast_of_the_module: Cast) -> Edited:
    return built_once(lambda: Edited(cast_of_the_module, SECTIONS, "Claims are settled within 30 days."))


class TestAmbiguous:
    @pytest.fixture
    def edited(self, _badges: Edited, db: None) -> Edited:
        return _badges

    @pytest.fixture
    def sections(self, _sections: Edited, db: None) -> Edited:
        return _sections

    def test_offers_the_places_with_the_cited_words(self, edited: Edited) -> None:
        version = edited.to(TWICE)
        source = edited.source
        assert source.outcome == "ambiguous"
        places = {(place.version, place.text, place.start) for place in offered(source)}
        starts = [found for found in range(len(TWICE)) if TWICE.startswith(WORDS, found)]
        assert places == {(version, WORDS, start) for start in starts}
        assert len(starts) == 2

    def test_says_what_is_known_where_the_words_went_under_another_heading(self, sections: Edited) -> None:
        sections.to(MOVED)
        source = sections.source
        assert source.outcome == "ambiguous"
        assert source.change == (
            "The cited words stand under another heading now; nobody confirmed that this is the passage cited."
        )

    def test_words_that_stand_in_several_other_places_are_not_told_as_unreadable(self, sections: Edited) -> None:
        sections.to(f"{MOVED}\n## 3. Doors\n\nClaims are settled within 30 days.\n")
        source = sections.source
        assert (source.outcome, len(source.candidates)) == ("deleted", 2)
        assert source.change == (
            "The cited words are gone from where they stood. The same words stand elsewhere; nobody confirmed that any "
            "of them is the passage cited."
        )

    def test_but_not_which_of_several_places_it_is(self, edited: Edited) -> None:
        edited.to(TWICE.replace(" Chairs", "\n\n## Other\n\nChairs"))
        assert edited.source.change == describe(OutcomeKind.AMBIGUOUS)

    def test_the_same_ones_whether_remembered_or_not(self, edited: Edited) -> None:
        version = edited.to(TWICE)
        before = edited.source
        sweep(version=version, at=AT)
        assert SpanResult.objects.exclude(candidates="[]").exists()
        assert edited.source == before

    @pytest.mark.parametrize("spoilt", ["", "null", "[1]", "[[1, 2, 3]]", "{", "x"])
    def test_places_that_are_none_are_worked_out_anew(self, edited: Edited, spoilt: str) -> None:
        version = edited.to(TWICE)
        before = edited.source
        sweep(version=version, at=AT)
        SpanResult.objects.update(candidates=spoilt)
        assert edited.source == before

    def test_nothing_is_offered_to_who_may_not_read(self, edited: Edited) -> None:
        edited.to(TWICE)
        found = panel(viewer=edited.people.contractor, citation=edited.citation)
        assert (found.state, found.sources) == (State.UNAVAILABLE, ())


def offered(source: SourcePanel) -> Iterator[object]:
    if source.now:
        yield source.now
    yield from source.candidates
