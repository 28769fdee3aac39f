"""Spans: proved at birth, once per place, for those who read and cite (DESIGN rule 2; T39, T80, T83, T85)."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from acl.models import User
from acl.queries import Holder
from acl.rights import ANYONE, Right
from acl.services import grant
from citeledger.core.principals import ANONYMOUS
from citeledger.core.refusals import Forbidden, NotFound, Refused
from citeledger.documents.services import retire, withdraw
from citeledger.emission import minting
from citeledger.emission.proof import SpanDraft
from citeledger.emission.services import mint_span, mint_spans
from citeledger.emission.shape import SPAN_LENGTH, SPANS_PER_REQUEST
from citeledger.ledger import births
from citeledger.ledger.models import Span
from citeledger.ledger.queries import spans
from citeledger.log.models import LogDetail, LogEntry
from tests.integration.ledger.world import NOW, SENTENCE, Source, World

# One family of four, a flag, an e with an acute mark and a letter outside the basic plane.
SIGNS = "a \U0001f468\u200d\U0001f469\u200d\U0001f467 b \U0001f1e9\U0001f1ea c e\u0301d \U0001d54f z\n"


@pytest.fixture
def world(db: None) -> World:
    return World()


def refusal(act: Callable[[], Any]) -> Refused:
    with pytest.raises(Refused) as caught:
        act()
    return caught.value


def mint(source: Source, start: int, end: int, exact: str, unit: str = "code_points") -> Any:
    return mint_span(writer=source.owner, version=source.version, start=start, end=end, exact=exact, unit=unit, at=NOW)


def test_a_span_holds_exactly_the_text_at_its_place(world: World) -> None:
    policy = world.policy()
    minted = policy.mint(SENTENCE)
    row = Span.objects.get(uid=minted.uid)
    stored = spans(span_ids=[row.pk])[row.pk]
    assert policy.text[stored.start : stored.end] == stored.exact == minted.exact == SENTENCE
    assert (minted.version, minted.start, minted.end) == (policy.version, stored.start, stored.end)


def test_the_same_place_is_the_same_span_and_logged_once(world: World) -> None:
    policy = world.policy()
    policy.let(world.bob, Right.READ, Right.CITE)
    first, second = policy.mint(SENTENCE), policy.mint(SENTENCE, writer=world.bob)
    assert first == second
    assert LogEntry.objects.filter(kind="span_minted", subject_uid=first.uid).count() == 1


def test_the_log_says_what_was_minted_without_its_text(world: World) -> None:
    minted = world.policy().mint(SENTENCE)
    body = LogDetail.objects.get(entry__subject_uid=minted.uid).body
    assert SENTENCE not in body
    assert str(minted.uid) in body


@pytest.mark.parametrize(
    ("start", "end", "exact", "code"),
    [
        (-1, 3, "Ref", "offset_out_of_range"),
        (0, 10**6, "Refunds", "span_too_long"),
        (90, 10**4, "x", "offset_out_of_range"),
        (5, 3, "fu", "offset_out_of_range"),
        (2**70, 2**70 + 1, "R", "offset_out_of_range"),
        (3, 3, "", "empty_span"),
        (7, 9, "\n\n", "empty_span"),
        (0, 7, "refunds", "exact_mismatch"),
        (0, 7, "Refund\ud800", "exact_mismatch"),
        (0, 7, "Refund\0", "exact_mismatch"),
    ],
)
def test_what_does_not_fit_is_refused_and_nothing_is_written(
    world: World, start: int, end: int, exact: str, code: str
) -> None:
    policy = world.policy()
    refused = refusal(lambda: mint(policy, start, end, exact))
    assert refused.code == code
    assert not any(word in refused.detail for word in ("Refund", "customer"))
    assert not Span.objects.exists()
    assert not LogEntry.objects.filter(kind="span_minted").exists()


@pytest.mark.parametrize("unit", ["utf16", "utf8"])
def test_offsets_in_other_units_find_the_same_characters(world: World, unit: str) -> None:
    signs = world.policy(SIGNS)
    encoding, width = {"utf16": ("utf-16-le", 2), "utf8": ("utf-8", 1)}[unit]
    for exact in ("\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f1e9\U0001f1ea", "e\u0301d", "\U0001d54f", "z"):
        place = SIGNS.index(exact)
        start = len(SIGNS[:place].encode(encoding)) // width
        minted = mint(signs, start, start + len(exact.encode(encoding)) // width, exact, unit)
        assert (minted.start, minted.end) == (place, place + len(exact))


@pytest.mark.parametrize(
    ("start", "end", "exact", "unit"),
    [
        (3, 6, "\u200d\U0001f469", "code_points"),  # inside a joined family
        (11, 12, "\U0001f1ea", "code_points"),  # half a flag
        (15, 16, "e", "code_points"),  # a letter without its mark
        (3, 4, "x", "utf16"),  # half of a surrogate pair
        (3, 4, "x", "utf8"),
    ],
)
def test_an_offset_inside_a_character_is_refused(world: World, start: int, end: int, exact: str, unit: str) -> None:
    signs = world.policy(SIGNS)
    if unit == "code_points":
        start = SIGNS.index(exact)
        end = start + len(exact)
    assert refusal(lambda: mint(signs, start, end, exact, unit)).code == "offset_inside_character"


def test_an_unknown_unit_is_refused(world: World) -> None:
    policy = world.policy()
    assert refusal(lambda: mint(policy, 0, 7, "Refunds", "bytes")).code == "unknown_unit"


@pytest.mark.parametrize(("length", "refused"), [(SPAN_LENGTH, False), (SPAN_LENGTH + 1, True)])
def test_a_span_has_at_most_its_cap_of_code_points(world: World, length: int, refused: bool) -> None:
    long = world.policy("\U0001d54f" * (SPAN_LENGTH + 10))
    exact = "\U0001d54f" * length
    if refused:
        assert refusal(lambda: mint(long, 0, length, exact)).code == "span_too_long"
    else:
        assert mint(long, 0, length, exact).end == length
        assert mint(long, 0, 2 * length, exact, "utf16").end == length


class TestWhoMayMint:
    def test_unknown_and_hidden_versions_are_not_found_with_equal_work(self, world: World) -> None:
        policy = world.policy()
        hidden, unknown = (
            _attempt(lambda uid=uid: mint_span(writer=world.bob, version=uid, start=0, end=7, exact="Refunds", at=NOW))
            for uid in (policy.version, uuid4())
        )
        assert hidden == unknown
        assert hidden[0] is NotFound

    def test_of_many_it_is_said_which_is_hidden_or_unknown_and_not_which_of_both(self, world: World) -> None:
        hidden, open_to_bob = world.policy(), world.policy()
        open_to_bob.let(world.bob, Right.READ, Right.CITE)
        fine = open_to_bob.draft(SENTENCE)
        met = set()
        for uid in (hidden.version, uuid4()):
            drafts = [
                fine,
                fine,
                replace(fine, version=uid),
                replace(fine, version=uuid4()),
                replace(fine, version=uid),
            ]
            with CaptureQueriesContext(connection) as queries, pytest.raises(NotFound) as caught:
                mint_spans(writer=world.bob, drafts=drafts, at=NOW)
            met.add((caught.value.at, str(caught.value), len(queries)))
        assert {at for at, *_ in met} == {"spans.2"}
        assert len(met) == 1
        assert not Span.objects.exists()

    def test_citing_without_reading_finds_nothing(self, world: World) -> None:
        policy = world.policy()
        policy.let(world.bob, Right.CITE)
        policy.bar(world.bob, Right.READ)
        with pytest.raises(NotFound):
            policy.mint(SENTENCE, writer=world.bob)

    def test_reading_without_citing_is_forbidden(self, world: World) -> None:
        policy = world.policy()
        policy.let(world.bob, Right.READ)
        with pytest.raises(Forbidden):
            policy.mint(SENTENCE, writer=world.bob)
        assert not Span.objects.exists()

    def test_nobody_and_the_shut_out_mint_nothing_of_what_is_public(self, world: World) -> None:
        policy = world.policy()
        for right in (Right.READ, Right.CITE):
            grant(actor=world.alice, document=policy.document, right=right, holder=Holder("group", ANYONE), at=NOW)
        policy.mint("goods", writer=world.bob)
        User.objects.filter(pk=world.bob.id).update(is_active=False)
        for writer in (ANONYMOUS, world.bob):
            with pytest.raises(Forbidden):
                policy.mint(SENTENCE, writer=writer)

    def test_a_withdrawn_version_is_not_found(self, world: World) -> None:
        policy = world.policy()
        withdraw(actor=world.alice, version=policy.version, at=NOW)
        with pytest.raises(NotFound):
            policy.mint(SENTENCE)

    def test_a_retired_document_is_not_found(self, world: World) -> None:
        policy = world.policy()
        retire(actor=world.alice, document=policy.document, at=NOW)
        with pytest.raises(NotFound):
            policy.mint(SENTENCE)


def test_megabytes_are_read_before_the_one_write_lock_is_taken(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    policy, outside, read = world.policy(), len(connection.savepoint_ids), []
    check = minting.check_seen

    def watched(**given: Any) -> None:
        read.append(len(connection.savepoint_ids))
        check(**given)

    monkeypatch.setattr(minting, "check_seen", watched)
    policy.mint(SENTENCE)
    assert read == [outside]


@pytest.mark.parametrize(("lost", "answer"), [(Right.CITE, Forbidden), (Right.READ, NotFound)])
def test_a_right_that_goes_while_megabytes_are_read_is_asked_again(
    world: World, monkeypatch: pytest.MonkeyPatch, lost: Right, answer: type[Exception]
) -> None:
    policy = world.policy()
    for right in (Right.READ, Right.CITE):
        policy.let(world.bob, right)
    monkeypatch.setattr(minting, "check_seen", lambda **_: policy.bar(world.bob, lost))
    with pytest.raises(answer):
        policy.mint(SENTENCE, writer=world.bob)
    assert not Span.objects.exists()


class TestManyAtOnce:
    def test_they_come_in_the_order_asked_and_repeat_what_repeats(self, world: World) -> None:
        policy, other = world.policy(), world.policy("Another policy.\n")
        drafts = [other.draft("policy"), policy.draft(SENTENCE), policy.draft("Refunds"), policy.draft(SENTENCE)]
        minted = mint_spans(writer=world.alice, drafts=drafts, at=NOW)
        assert [span.exact for span in minted] == ["policy", SENTENCE, "Refunds", SENTENCE]
        assert minted[1] == minted[3]
        assert Span.objects.count() == 3

    def test_they_are_inserted_in_the_order_of_their_places_so_that_writers_never_deadlock(self, world: World) -> None:
        policy = world.policy()
        mint_spans(writer=world.alice, drafts=[policy.draft(word) for word in ("software", "goods", "Refunds")], at=NOW)
        assert list(Span.objects.order_by("pk").values_list("start", flat=True)) == sorted(
            policy.text.index(word) for word in ("software", "goods", "Refunds")
        )

    def test_one_bad_draft_refuses_all_and_is_addressed(self, world: World) -> None:
        policy = world.policy()
        drafts = [policy.draft("Refunds"), SpanDraft(version=policy.version, start=0, end=7, exact="Refunda")]
        refused = refusal(lambda: mint_spans(writer=world.alice, drafts=drafts, at=NOW))
        assert (refused.code, refused.at) == ("exact_mismatch", "spans.1")
        assert not Span.objects.exists()

    def test_the_number_of_queries_does_not_grow(self, world: World) -> None:
        counts = []
        for size in (1, 100):  # SQLite inserts log entries in batches of 111
            words = world.policy(" ".join(f"word{number}" for number in range(size)))
            with CaptureQueriesContext(connection) as queries:
                words.mint_words(size)
            counts.append(len(queries))
        assert counts[0] == counts[1]

    def test_the_cap_holds_and_one_more_is_refused(self, world: World) -> None:
        words = world.policy(" ".join(f"word{number}" for number in range(SPANS_PER_REQUEST + 1)))
        assert len(words.mint_words(SPANS_PER_REQUEST)) == SPANS_PER_REQUEST
        drafts = [words.draft("word1 ")] * (SPANS_PER_REQUEST + 1)
        assert refusal(lambda: mint_spans(writer=world.alice, drafts=drafts, at=NOW)).code == "too_many_spans"

    def test_none_at_all_is_no_work(self, world: World) -> None:
        assert mint_spans(writer=world.alice, drafts=[], at=NOW) == ()


def test_a_span_minted_by_another_between_look_and_insert_is_taken_over(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    policy = world.policy()
    first = policy.mint(SENTENCE)
    look, blind = births._stored_uids, iter([True])
    monkeypatch.setattr(births, "_stored_uids", lambda places: {} if next(blind, False) else look(places))
    assert policy.mint(SENTENCE) == first
    assert Span.objects.count() == 1


def _attempt(act: Callable[[], Any]) -> tuple[Any, ...]:
    with CaptureQueriesContext(connection) as queries:
        try:
            act()
        except Exception as error:
            return type(error), str(error), len(queries)
    raise AssertionError


HIDING = """# Policy

Opened goods may be returned <!-- within 90 days --> within 30 days.

~~Software may be returned.~~ Software may not be returned.

<p hidden>Gift cards may be returned.</p>

<!--
Nobody has read this paragraph.
-->
"""


class TestWhatReadersDoNotSee:
    @pytest.mark.parametrize(
        "hidden",
        [
            *(
                "within 90 days",
                "<!-- within 90 days -->",
                "Software may be returned.",
                "~~Software may be returned.~~",
            ),
            *("Gift cards may be returned.", "Nobody has read this paragraph."),
        ],
    )
    def test_supports_nothing(self, world: World, hidden: str) -> None:
        policy = world.policy(HIDING, media_type="text/markdown")
        assert refusal(lambda: policy.mint(hidden)).code == "unseen_text"
        assert not Span.objects.exists()

    @pytest.mark.parametrize("shown", ["within 30 days", "Software may not be returned."])
    def test_what_they_see_beside_it_does(self, world: World, shown: str) -> None:
        assert world.policy(HIDING, media_type="text/markdown").mint(shown).exact == shown

    def test_one_of_many_refuses_all_and_is_named(self, world: World) -> None:
        policy = world.policy(HIDING, media_type="text/markdown")
        places = [(HIDING.index(exact), exact) for exact in ("within 30 days", "within 90 days")]
        drafts = [
            SpanDraft(version=policy.version, start=start, end=start + len(exact), exact=exact)
            for start, exact in places
        ]
        found = refusal(lambda: mint_spans(writer=policy.owner, drafts=drafts, at=NOW))
        assert (found.code, found.at) == ("unseen_text", "spans.1")
        assert not Span.objects.exists()
