"""The gate for answers: shape, sources, proof, lineage, caps (DESIGN rules 2 and 12; T39, T85, T89)."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from unittest.mock import patch
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from acl.queries import can_on_answer
from acl.rights import Right
from citeledger.core import lineage
from citeledger.core.principals import ANONYMOUS
from citeledger.core.refusals import Forbidden, Refused
from citeledger.core.statements import Absence, AnswerKind, Basis, Context, Role, Segment, Structure
from citeledger.documents.services import pin, retire, withdraw
from citeledger.emission import recording, shape
from citeledger.emission.sources import texts_of_versions
from citeledger.ledger.models import Answer, Citation, Closure, Span, Statement
from citeledger.ledger.queries import answer_records
from citeledger.ledger.services import erase_answer
from citeledger.log.models import LogDetail, LogEntry
from tests.cast import let_act_for
from tests.integration.ledger.world import NOW, POLICY, SENTENCE, Source, World, answered, says

HEADING = Structure(Role.HEADING, "Refunds")


@pytest.fixture
def world(db: None) -> World:
    return World()


def refusal(act: Callable[[], Any]) -> Refused:
    """The refusal, and the certainty that nothing was written."""
    before = (Answer.objects.count(), LogEntry.objects.count())
    with pytest.raises(Refused) as caught:
        act()
    assert before == (Answer.objects.count(), LogEntry.objects.count())
    return caught.value


def attempt(act: Callable[[], Any]) -> tuple[Any, ...]:
    """Everything a caller could tell refusals apart by."""
    with CaptureQueriesContext(connection) as queries:
        refused = refusal(act)
    return refused.code, refused.detail, refused.at, len(queries)


def closure_of(citation: UUID) -> Closure:
    return Closure.objects.get(citation__uid=citation)


def ids_of(*spans: UUID) -> list[int]:
    return sorted(Span.objects.filter(uid__in=spans).values_list("pk", flat=True))


class TestWhatIsRecorded:
    def test_segments_keep_their_order_and_statements_their_addresses(self, world: World) -> None:
        span = world.policy().mint(SENTENCE).uid
        segments: list[Segment] = [
            HEADING,
            Structure(Role.LIST_MARKER, "1. "),
            says(span, text="First."),
            Structure(Role.BREAK, "\n"),
            says(span, text=SENTENCE, basis=Basis.QUOTED),
            Structure(Role.PHRASE, "Sources"),
        ]
        recorded = answered(world.alice, *segments)
        answer = Answer.objects.get(uid=recorded.uid)
        stored = answer_records(answer_ids=[answer.pk])[answer.pk]
        assert [(each.ordinal, each.position, each.text) for each in stored.statements] == [
            (0, 2, "First."),
            (1, 4, SENTENCE),
        ]
        assert [(each.position, each.role, each.text) for each in stored.structures] == [
            (0, Role.HEADING, "Refunds"),
            (1, Role.LIST_MARKER, "1. "),
            (3, Role.BREAK, "\n"),
            (5, Role.PHRASE, "Sources"),
        ]
        assert tuple(each.citation for each in stored.statements) == recorded.citations

    def test_the_log_holds_the_whole_record_and_no_text(self, world: World) -> None:
        span = world.policy().mint(SENTENCE).uid
        recorded = answered(world.alice, HEADING, says(span, text="Ninety moons."))
        entry = LogEntry.objects.get(subject_uid=recorded.uid)
        body = json.loads(entry.detail.body)
        assert entry.kind == "answer_recorded"
        assert body["statements"][0] | {"text_sha256": ""} == {
            "basis": "paraphrased",
            "citation": str(recorded.citations[0]),
            "derived_from": [],
            "ordinal": 0,
            "position": 1,
            "spans": [str(span)],
            "text_sha256": "",
        }
        assert not any(word in entry.detail.body for word in ("Ninety", "Refunds", "helper", "May I"))

    def test_the_writer_manages_it_and_the_person_written_for_reads_it(self, world: World) -> None:
        policy = world.policy()
        policy.let(world.bob, Right.READ, Right.CITE)
        let_act_for(world.alice)
        span = policy.mint(SENTENCE).uid
        uid = answered(world.alice, says(span), on_behalf_of=world.bob.uid).uid
        held = {
            (who.name, right)
            for who in (world.alice, world.bob)
            for right in (Right.READ, Right.MANAGE)
            if can_on_answer(principal=who, right=right, answer=uid)
        }
        assert held == {("alice", Right.READ), ("alice", Right.MANAGE), ("bob", Right.READ)}
        assert Answer.objects.get(uid=uid).on_behalf_of_id == world.bob.id

    def test_a_source_named_twice_is_one_source(self, world: World) -> None:
        span = world.policy().mint(SENTENCE).uid
        citation = Citation.objects.get(uid=answered(world.alice, says(span, span)).citations[0])
        assert citation.span_edges.count() == 1

    def test_the_number_of_queries_does_not_grow_with_the_statements(self, world: World) -> None:
        spans = world.policy(" ".join(f"word{number}" for number in range(50))).mint_words(50)
        note = answered(world.alice, says(spans[0]), kind=AnswerKind.MEMORY_NOTE).uid
        counts = []
        for size in (1, 120):
            statements = [says(spans[number % 50], of=[note]) for number in range(size)]
            with CaptureQueriesContext(connection) as queries:
                answered(world.alice, HEADING, *statements)
            counts.append(len(queries))
        assert counts[0] == counts[1]

    def test_but_for_four_of_each_absence(self, world: World) -> None:
        policy = world.policy()
        snapshot = pin(actor=policy.owner, name="Policy", documents=[policy.document], at=NOW).uid
        absent = replace(
            says(basis=Basis.ABSENCE),
            absence=Absence({"version": 1, "kind": "phrase", "phrase": "store credit"}, snapshot),
        )
        counts = []
        for size in (1, 3):
            with CaptureQueriesContext(connection) as queries:
                answered(policy.owner, *[absent] * size)
            counts.append(len(queries))
        assert counts[1] - counts[0] == 2 * 4


class TestTextOutsideStatements:
    @pytest.mark.parametrize(
        ("role", "text"),
        [
            (Role.HEADING, "x" * 201),
            (Role.HEADING, "two\nlines"),
            (Role.HEADING, ""),
            (Role.HEADING, "turned \u202e round"),
            (Role.LIST_MARKER, "Refunds are free."),
            (Role.LIST_MARKER, "1234."),
            (Role.PHRASE, "As everybody knows"),
            (Role.PHRASE, "sources"),
            (Role.BREAK, "and"),
            (Role.BREAK, ""),
            (Role.BREAK, "\n\n\n"),
        ],
    )
    def test_it_is_refused(self, world: World, role: Role, text: str) -> None:
        span = world.policy().mint(SENTENCE).uid
        refused = refusal(lambda: answered(world.alice, says(span), Structure(role, text)))
        assert (refused.code, refused.at) == ("text_outside_statement", "segments.1.text")

    @pytest.mark.parametrize(
        ("role", "text"),
        [(Role.HEADING, "x" * 200), *[(Role.LIST_MARKER, each) for each in ("- ", "* ", "12. ", "a) ", "•")]],
    )
    def test_structure_passes(self, world: World, role: Role, text: str) -> None:
        assert answered(world.alice, Structure(role, text), says(world.policy().mint(SENTENCE).uid))

    @pytest.mark.parametrize("kind", list(AnswerKind))
    def test_every_kind_of_text_needs_lineage(self, world: World, kind: AnswerKind) -> None:
        refused = refusal(lambda: answered(world.alice, says(), kind=kind))
        assert (refused.code, refused.at) == ("statement_without_source", "segments.0")
        assert refusal(lambda: answered(world.alice, HEADING, kind=kind)).code == "no_statement"

    @pytest.mark.parametrize("text", ["a\0b", "half \ud800"])
    def test_what_cannot_be_stored_is_refused_everywhere(self, world: World, text: str) -> None:
        span = world.policy().mint(SENTENCE).uid
        for act in (
            lambda: answered(world.alice, says(span, text=text)),
            lambda: answered(world.alice, says(span), Structure(Role.HEADING, text)),
            lambda: answered(world.alice, says(span), context=Context(question=text)),
        ):
            assert refusal(act).code == "unstorable_text"

    def test_a_blank_statement_is_refused(self, world: World) -> None:
        for nothing in (" \n", "\u200b", "\u2060 \u00ad", "\u3164", "\u2800"):
            said = says(uuid4(), text=nothing)
            assert refusal(lambda said=said: answered(world.alice, said)).code == "empty_statement"


class TestQuotes:
    MARKDOWN = (
        "# Refunds\n\nA customer may return goods within **30 days** of [purchase](#p).\n\n    if a * b * c:\n\n"
        "It covers “goods”, un-\nused.\n"
    )

    @pytest.mark.parametrize(
        ("exact", "text", "recorded"),
        [
            ("within **30 days** of [purchase](#p)", "within 30  days of purchase", "within 30 days of purchase"),
            ("within **30 days** of [purchase](#p)", "within **30 days** of [purchase](#p)", None),
            ("A customer may return goods", "A  customer\nmay return goods", None),
            ("a * b * c", "a * b * c", None),
            ("“goods”, un-\nused", '"goods", unused', None),
        ],
    )
    def test_a_quote_says_what_a_reader_of_the_span_sees_and_is_recorded_as_the_source_has_it(
        self, world: World, exact: str, text: str, recorded: str | None
    ) -> None:
        span = world.policy(self.MARKDOWN, media_type="text/markdown").mint(exact).uid
        quote, beside = says(span, text=text, basis=Basis.QUOTED), says(span)
        apart = Structure(role=Role.BREAK, text="\n")
        answer = answered(world.alice, HEADING, quote, apart, beside)
        statements = Statement.objects.filter(answer__uid=answer.uid).order_by("ordinal")
        assert [each.content.text for each in statements] == [recorded or exact, beside.text]

    def test_spaces_of_the_source_count_too(self, world: World) -> None:
        exact = "goods" + " " * shape.STATEMENT_LENGTH + "unused"
        span = world.policy(f"{exact}\n").mint(exact).uid
        refused = refusal(lambda: answered(world.alice, says(span, text="goods unused", basis=Basis.QUOTED)))
        assert refused.code == "statement_too_long"

    @pytest.mark.parametrize(
        ("exact", "text"),
        [
            (SENTENCE, "A customer may return goods within 90 days of purchase."),
            (SENTENCE, "A customer may not return goods within 30 days of purchase."),
            (SENTENCE, "A customer may return goods ... of purchase."),
            (SENTENCE, "a customer may return goods within 30 days of purchase."),
            (SENTENCE, "A customer may return goods within 30 days of purchase"),
            (SENTENCE, f"{SENTENCE} Always."),
            ("30 day", "30 day"),
            ("0 days", "0 days"),
        ],
    )
    def test_anything_else_is_no_quote(self, world: World, exact: str, text: str) -> None:
        span = world.policy().mint(exact).uid
        refused = refusal(lambda: answered(world.alice, HEADING, says(span, text=text, basis=Basis.QUOTED)))
        assert (refused.code, refused.at) == ("not_contiguous_source", "segments.1")

    @pytest.mark.parametrize(
        "text",
        [
            f"{SENTENCE} <!-- Managers may extend it to 99 days. -->",
            f'{SENTENCE}\n\n[x]: http://e.example "Managers may extend it to 99 days."',
            SENTENCE.replace("30", "~~90~~ 30"),
            f'<div title="14 days only">{SENTENCE}</div>',
            f"{SENTENCE}<script>99 days</script>",
            SENTENCE.replace("30", "3&#48;"),
            f"# {SENTENCE}",
            f"![99 days]({SENTENCE})",
        ],
    )
    def test_nothing_hides_in_markup_of_the_statement(self, world: World, text: str) -> None:
        """A statement is shown as plain text: what Markdown would hide, a reader would see as quoted (rule 2)."""
        span = world.policy(f"# Rules\n\n{SENTENCE}\n", media_type="text/markdown").mint(SENTENCE).uid
        refused = refusal(lambda: answered(world.alice, says(span, text=text, basis=Basis.QUOTED)))
        assert refused.code == "not_contiguous_source"

    def test_a_quote_joined_from_two_places_is_no_quote(self, world: World) -> None:
        policy = world.policy()
        one, two = policy.mint("A customer may return goods").uid, policy.mint("Opened software is excluded.").uid
        note = answered(world.alice, says(one)).uid
        text = "A customer may return goods Opened software is excluded."
        for sources in (says(one, two, text=text, basis=Basis.QUOTED), says(text=text, basis=Basis.QUOTED, of=[note])):
            assert refusal(lambda sources=sources: answered(world.alice, sources)).code == "not_contiguous_source"

    def test_a_paraphrase_may_join_them(self, world: World) -> None:
        policy = world.policy()
        spans = policy.mint("A customer may return goods").uid, policy.mint("Opened software is excluded.").uid
        assert closure_of(answered(world.alice, says(*spans)).citations[0]).span_ids == ids_of(*spans)


class TestSources:
    def everyones(self, world: World) -> tuple[Source, UUID]:
        policy = world.policy()
        policy.let(world.bob, Right.READ, Right.CITE)
        return policy, policy.mint(SENTENCE).uid

    def test_a_hidden_span_and_no_span_are_told_alike(self, world: World) -> None:
        _, fine = self.everyones(world)
        hidden = world.policy("A secret.\n").mint("A secret.").uid
        told = {attempt(lambda uid=uid: answered(world.bob, says(fine), says(fine, uid))) for uid in (hidden, uuid4())}
        assert len(told) == 1
        assert told.pop()[::2] == ("unknown_source", "segments.1.spans.1")

    @pytest.mark.parametrize("end", ["withdrawn", "retired", "revoked"])
    def test_a_span_that_fell_away_is_told_as_if_it_never_was(self, world: World, end: str) -> None:
        policy, span = self.everyones(world)
        never = attempt(lambda: answered(world.bob, says(uuid4())))
        if end == "withdrawn":
            withdraw(actor=world.alice, version=policy.version, at=NOW)
        elif end == "retired":
            retire(actor=world.alice, document=policy.document, at=NOW)
        else:
            policy.bar(world.bob, Right.READ)
        assert attempt(lambda: answered(world.bob, says(span))) == never

    def test_citing_needs_its_own_right(self, world: World) -> None:
        policy, span = self.everyones(world)
        policy.bar(world.bob, Right.CITE)
        with pytest.raises(Forbidden):
            answered(world.bob, says(span))
        assert not Answer.objects.exists()

    def test_where_one_source_is_unknown_the_missing_right_to_another_does_not_show(self, world: World) -> None:
        policy, span = self.everyones(world)
        policy.bar(world.bob, Right.CITE)
        hidden = world.policy("A secret.\n").mint("A secret.").uid
        told = {attempt(lambda uid=uid: answered(world.bob, says(span, uid))) for uid in (hidden, uuid4())}
        assert [each[0] for each in told] == ["unknown_source"]

    def test_a_hidden_an_erased_and_no_derived_text_are_told_alike(self, world: World) -> None:
        _, span = self.everyones(world)
        hidden = answered(world.alice, says(span), kind=AnswerKind.MEMORY_NOTE).uid
        erased = answered(world.bob, says(span), kind=AnswerKind.MEMORY_NOTE).uid
        erase_answer(actor=world.bob, answer=erased, at=NOW)
        told = {attempt(lambda uid=uid: answered(world.bob, says(of=[uid]))) for uid in (hidden, erased, uuid4())}
        assert len(told) == 1
        assert told.pop()[::2] == ("unknown_source", "segments.0.derived_from.0")

    def test_a_text_whose_own_source_was_erased_is_no_source(self, world: World) -> None:
        _, span = self.everyones(world)
        note = answered(world.bob, says(span), kind=AnswerKind.MEMORY_NOTE).uid
        summary = answered(world.bob, says(span), says(of=[note]), kind=AnswerKind.SUMMARY).uid
        erase_answer(actor=world.bob, answer=note, at=NOW)
        assert refusal(lambda: answered(world.bob, says(of=[summary]))).code == "unknown_source"

    def test_a_source_that_goes_while_quotes_are_compared_is_asked_for_again(self, world: World) -> None:
        policy, span = self.everyones(world)
        record = recording.ready_to_record(
            writer=world.bob,
            kind=AnswerKind.ANSWER,
            segments=[says(span)],
            context=Context(),
            on_behalf_of=None,
            at=NOW,
        )
        policy.bar(world.bob, Right.READ)
        assert refusal(record).code == "unknown_source"

    def test_an_answer_cannot_name_itself(self, world: World) -> None:
        _, span = self.everyones(world)
        mine = uuid4()
        with patch.object(recording, "uuid4", return_value=mine):
            assert refusal(lambda: answered(world.alice, says(span, of=[mine]))).code == "unknown_source"

    def test_nobody_writes_nothing(self, world: World) -> None:
        _, span = self.everyones(world)
        with pytest.raises(Forbidden):
            answered(ANONYMOUS, says(span))

    def test_a_stored_span_that_fails_its_proof_is_not_built_upon(self, world: World) -> None:
        _, span = self.everyones(world)

        def altered(*, version_ids: Any) -> Any:
            return ((pk, text.replace("30", "14")) for pk, text in texts_of_versions(version_ids=version_ids))

        with patch.object(recording, "texts_of_versions", altered):
            refused = refusal(lambda: answered(world.alice, says(span)))
        assert (refused.code, refused.at) == ("source_not_proved", "segments.0")


class TestLineage:
    def test_citing_any_part_of_a_text_takes_all_its_citations(self, world: World) -> None:
        policy = world.policy()
        one, two, three = (policy.mint(word).uid for word in ("customer", "goods", "software"))
        note = answered(world.alice, says(one), says(two), kind=AnswerKind.MEMORY_NOTE).uid
        summary = answered(world.alice, says(of=[note]), kind=AnswerKind.SUMMARY).uid
        final = closure_of(answered(world.alice, says(three, of=[summary])).citations[0])
        texts = Answer.objects.filter(uid__in=[note, summary]).values_list("pk", flat=True)
        assert (final.span_ids, final.derived_ids, final.depth) == (ids_of(one, two, three), sorted(texts), 2)

    def test_each_statement_has_its_own_closure(self, world: World) -> None:
        policy = world.policy()
        one, two = (policy.mint(word).uid for word in ("customer", "goods"))
        first, second = answered(world.alice, says(one), says(two)).citations
        assert (closure_of(first).span_ids, closure_of(second).span_ids) == (ids_of(one), ids_of(two))

    def test_texts_stand_above_one_another_up_to_the_cap(self, world: World) -> None:
        below = answered(world.alice, says(world.policy().mint(SENTENCE).uid)).uid
        for _ in range(lineage.DEPTH_CAP):
            below = answered(world.alice, says(of=[below]), kind=AnswerKind.SUMMARY).uid
        refused = refusal(lambda: answered(world.alice, HEADING, says(of=[below])))
        assert (refused.code, refused.at) == ("lineage_too_deep", "segments.1")

    def test_spans_below_one_citation_are_capped(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(lineage, "SPAN_CAP", 6)
        spans = world.policy("one two three four five six seven\n").mint_words(7)
        note = answered(world.alice, *(says(span) for span in spans[:5])).uid
        assert len(closure_of(answered(world.alice, says(spans[5], of=[note])).citations[0]).span_ids) == 6
        refused = refusal(lambda: answered(world.alice, says(*spans[5:], of=[note])))
        assert refused.code == "lineage_too_large"


class TestCaps:
    """Each cap at its limit works, one more is refused before a query runs."""

    def refused_without_work(self, world: World, code: str, *segments: Segment, **more: Any) -> None:
        with CaptureQueriesContext(connection) as queries, pytest.raises(Refused) as caught:
            answered(world.alice, *segments, **more)
        assert (caught.value.code, len(queries)) == (code, 0)

    def test_statements_and_their_length(self, world: World) -> None:
        span = world.policy().mint(SENTENCE).uid
        most = [says(span, text="x" * shape.STATEMENT_LENGTH), *[says(span)] * (shape.STATEMENTS_PER_ANSWER - 1)]
        assert len(answered(world.alice, *most).citations) == shape.STATEMENTS_PER_ANSWER
        self.refused_without_work(world, "too_many_statements", *most, says(span))
        self.refused_without_work(world, "statement_too_long", says(span, text="x" * (shape.STATEMENT_LENGTH + 1)))

    def test_segments(self, world: World) -> None:
        span = world.policy().mint(SENTENCE).uid
        most = [says(span), *[Structure(Role.BREAK, "\n")] * (shape.SEGMENTS_PER_ANSWER - 1)]
        assert answered(world.alice, *most)
        self.refused_without_work(world, "too_many_segments", *most, says(span))

    def test_sources_of_one_statement(self, world: World) -> None:
        spans = world.policy(" ".join(f"word{number}" for number in range(65))).mint_words(65)
        assert answered(world.alice, says(*spans[: shape.SPANS_PER_CITATION]))
        self.refused_without_work(world, "too_many_spans", says(*spans))
        notes = [answered(world.alice, says(spans[0])).uid for _ in range(shape.DERIVED_PER_CITATION + 1)]
        assert answered(world.alice, says(of=notes[1:]))
        self.refused_without_work(world, "too_many_derived_texts", says(of=notes))

    def test_sources_of_one_answer(self, world: World) -> None:
        count = shape.SPANS_PER_ANSWER
        spans = world.policy(" ".join(f"word{number}" for number in range(count))).mint_words(count)
        statements = [says(*spans[first : first + 64]) for first in range(0, count, 64)]
        assert len(answered(world.alice, *statements).citations) == count // 64
        self.refused_without_work(world, "too_many_sources", *statements, says(uuid4()))
        many = [says(of=[uuid4() for _ in range(13)]) for _ in range(5)]
        self.refused_without_work(world, "too_many_sources", *many)

    def test_the_context(self, world: World) -> None:
        span = world.policy().mint(SENTENCE).uid
        longest = Context(agent="a" * shape.CONTEXT_LENGTH, question="q" * shape.QUESTION_LENGTH)
        assert answered(world.alice, says(span), context=longest)
        for over in (Context(agent="a" * 201), Context(question="q" * 10_001), Context(surface="s" * 201)):
            self.refused_without_work(world, "context_too_long", says(span), context=over)


def test_no_refusal_quotes_the_document(world: World) -> None:
    span = world.policy().mint(SENTENCE).uid
    refused = refusal(lambda: answered(world.alice, says(span, text="Never.", basis=Basis.QUOTED)))
    assert not any(word in refused.detail for word in [*POLICY.split(), "Never"] if len(word) > 4)
    assert LogDetail.objects.filter(body__contains="Never").count() == 0
