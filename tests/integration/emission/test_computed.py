"""Computed statements: worked out by the gate from cited values, shown in the panel, and again by verification."""

import re
from dataclasses import replace
from uuid import UUID, uuid4

import pytest

from citeledger.core.refusals import Refused
from citeledger.core.statements import AnswerKind, Basis, Computation, ComputedInput, Context, Statement
from citeledger.core.states import State
from citeledger.documents.metadata import Metadata
from citeledger.documents.services import create_document
from citeledger.emission.services import OnUnproved, RecordedAnswer, record_answer
from citeledger.evidence.verification import verify
from citeledger.ledger.models import Answer, StatementGround, StatementText
from citeledger.ledger.services import erase_answer
from revalidation.panels import panel
from tests import cast
from tests.cast import AT, Cast
from tests.integration.evidence.forging import forge

pytestmark = pytest.mark.django_db
TEXT = "The window was 30 days. It is 14 days now. Fees are 1.234 euros."


@pytest.fixture
def people() -> Cast:
    return cast.make_cast()


@pytest.fixture
def policy(people: Cast) -> UUID:
    return cast.make_document(owner=people.legal, text=TEXT)


@pytest.fixture
def spans(people: Cast, policy: UUID) -> tuple[UUID, UUID]:
    first, second = (cast.mint(writer=people.legal, document=policy, exact=words) for words in ("30 days", "14 days"))
    return first, second


def difference(
    spans: tuple[UUID, ...], *, value: str = "16 days", text: str = "The window fell by 16 days.", **more: object
) -> Statement:
    said = Computation(operation="difference/1", inputs=tuple(map(ComputedInput, spans)), value=value, language="en")
    return replace(Statement(text=text, basis=Basis.COMPUTED, spans=spans, computation=said), **more)


def say(people: Cast, *statements: Statement, on_unproved: OnUnproved = OnUnproved.REJECT) -> RecordedAnswer:
    return record_answer(
        writer=people.legal,
        kind=AnswerKind.MEMORY_NOTE,
        segments=statements,
        context=Context(),
        on_behalf_of=None,
        at=AT,
        on_unproved=on_unproved,
    )


def comparing(people: Cast, policy: UUID, *, language: str) -> str:
    """What is kept of the language of a comparison that names none, with inputs in this one."""
    spans = tuple(cast.mint(writer=people.legal, document=policy, exact=words) for words in ("14 days", "30 days"))
    said = Computation(
        operation="comparison/1",
        inputs=tuple(ComputedInput(span, language) for span in spans),
        value="less than",
        parameters={"relation": "less"},
    )
    say(people, Statement("14 days are less than 30 days.", Basis.COMPUTED, spans=spans, computation=said))
    assert problems() == []
    return re.sub(r".*(\"language\":\"\w*\",\"operation\":\"[^\"]*\").*", r"\1", StatementGround.objects.get().body)


def refused(people: Cast, statement: Statement) -> tuple[str, str]:
    with pytest.raises(Refused) as met:
        say(people, statement)
    assert not Answer.objects.exists()
    return met.value.code, met.value.at


def problems() -> list[str]:
    return [str(problem) for problem in verify(progress=lambda _step: None)]


class TestTheGate:
    def test_works_the_value_out_itself(self, people: Cast, spans: tuple[UUID, UUID]) -> None:
        recorded = say(people, difference(spans))
        assert cast.state(people.legal, recorded.citations[0]) is State.CURRENT
        assert '"language":"en"' in StatementGround.objects.get().body  # the document's, and the statement's

    def test_refuses_what_the_inputs_do_not_amount_to(self, people: Cast, spans: tuple[UUID, UUID]) -> None:
        wrong = difference(spans, value="15 days", text="The window fell by 15 days.")
        assert refused(people, wrong) == ("value_not_agreed", "segments.0.computation.value")

    def test_tells_what_was_worked_out_where_all_inputs_are_read(self, people: Cast, spans: tuple[UUID, UUID]) -> None:
        with pytest.raises(Refused) as met:
            say(people, difference(spans, value="15 days", text="The window fell by 15 days."))
        assert met.value.worked_out == "16 days"
        assert "16" not in met.value.detail

    def test_keeps_nothing_of_it_with_what_is_withheld(self, people: Cast, spans: tuple[UUID, UUID]) -> None:
        """A reply is kept, and given again when the inputs may be hidden."""
        wrong = difference(spans, value="15 days", text="The window fell by 15 days.")
        (withheld,) = say(people, difference(spans), wrong, on_unproved=OnUnproved.DROP).withheld
        assert (withheld.code, "16" in withheld.detail) == ("value_not_agreed", False)

    def test_a_comparison_is_read_in_the_language_of_its_documents(self, people: Cast, policy: UUID) -> None:
        assert comparing(people, policy, language="en") == '"language":"en","operation":"comparison/1"'

    def test_a_language_that_nothing_names_is_told_with_how_to_name_it(self, people: Cast, policy: UUID) -> None:
        with pytest.raises(Refused) as met:
            comparing(people, policy, language="")
        assert (met.value.code, "'language'" in met.value.detail) == ("language_not_named", True)

    def test_a_number_is_never_read_in_a_language_that_was_not_named(self, people: Cast) -> None:
        """On German sources 1.500 may be English; it would be one and a half."""
        german = cast.make_document(owner=people.legal, text="Es waren 1000 und 500.")
        summands = tuple(cast.mint(writer=people.legal, document=german, exact=words) for words in ("1000", "500"))
        inputs = tuple(ComputedInput(span, "de") for span in summands)
        said = Computation(operation="sum/1", inputs=inputs, value="1.500")
        with pytest.raises(Refused) as met:
            say(people, Statement("It is 1.500.", Basis.COMPUTED, spans=summands, computation=said))
        assert met.value.code == "claim_not_whole"
        assert met.value.detail.endswith("name it in 'language' (BCP 47, 'en')")

    def test_refuses_other_numbers_beside_a_right_claim(self, people: Cast, spans: tuple[UUID, UUID]) -> None:
        with pytest.raises(Refused) as met:
            say(people, difference(spans, text="The window fell by 16 days from 90 to 74."))
        assert (met.value.code, met.value.at) == ("other_value", "segments.0.computation.value")
        assert met.value.detail.endswith(": 90")

    @pytest.mark.parametrize("wrong", ["It is false that it fell by 16 days.", "It fell by less than 16 days."])
    def test_refuses_a_sentence_that_denies_a_right_claim(
        self, people: Cast, spans: tuple[UUID, UUID], wrong: str
    ) -> None:
        assert refused(people, difference(spans, text=wrong)) == ("value_denied", "segments.0.computation.value")

    def test_a_share_that_fell_is_not_said_to_have_risen(self, people: Cast, spans: tuple[UUID, UUID]) -> None:
        inputs = tuple(map(ComputedInput, spans))
        said = Computation(
            operation="percentage_change/1", inputs=inputs, value="53 %", parameters={"as": "decrease"}, language="en"
        )
        rose = Statement("It rose by 53 %.", Basis.COMPUTED, spans=spans, computation=said)
        assert refused(people, rose)[0] == "value_denied"
        say(people, replace(rose, text="It fell by 53 %."))

    def test_refuses_more_inputs_than_are_read_and_what_names_no_language(
        self, people: Cast, spans: tuple[UUID, UUID]
    ) -> None:
        said = difference(spans).computation
        assert said
        many = replace(said, inputs=said.inputs * 33)
        met = [refused(people, difference(spans, computation=many))]
        met += [refused(people, difference(spans, computation=replace(said, language=tag))) for tag in ("e" * 36, "\0")]
        assert met == [
            ("too_many_inputs", "segments.0.computation.inputs"),
            *[("unknown_language", "segments.0.computation")] * 2,
        ]

    def test_refuses_more_words_than_are_read_before_any_is(self, people: Cast, spans: tuple[UUID, UUID]) -> None:
        """Each number of each is read: a few megabytes of them would hold a worker for minutes."""
        long = difference(spans, text="It is 16 days." + " So it is." * 398)
        for statements in ([long] * 13, [long] * 500):
            with pytest.raises(Refused) as met:
                say(people, *statements, on_unproved=OnUnproved.DROP)
            assert (met.value.code, met.value.at) == ("too_many_statements", "segments")

    def test_refuses_a_claim_that_is_not_in_the_statement(self, people: Cast, spans: tuple[UUID, UUID]) -> None:
        assert refused(people, difference(spans, text="It fell by 12 days."))[0] == "claim_not_in_statement"

    def test_refuses_what_can_be_read_in_two_ways(self, people: Cast, policy: UUID) -> None:
        amount = cast.mint(writer=people.legal, document=policy, exact="1.234 euros")
        said = Computation(operation="sum/1", inputs=(ComputedInput(amount, ""), ComputedInput(amount)), value="2468")
        statement = Statement(text="1234", basis=Basis.COMPUTED, spans=(amount,), computation=said)
        assert refused(people, statement) == ("ambiguous_number", "segments.0.computation.inputs.0")

    def test_an_input_is_a_whole_value_of_its_text(self, people: Cast) -> None:
        """No part of a number, no number without its sign: the source says neither."""
        for longer in ("1,014 days", "-14 days", "2014 days", "14.14 days", "3-14 days", "≤14 days"):
            document = cast.make_document(owner=people.legal, text=f"It was 30 days. Then it was {longer} long.")
            cut = [cast.mint(writer=people.legal, document=document, exact=words) for words in ("30 days", "14 days")]
            assert refused(people, difference(tuple(cut))) == ("input_cut", "segments.0.computation.inputs.1"), longer

    def test_an_input_has_the_word_that_multiplies_it(self, people: Cast) -> None:
        document = cast.make_document(owner=people.legal, text="It was 9 million EUR. Then it was 5 million EUR.")
        cut = [cast.mint(writer=people.legal, document=document, exact=words) for words in ("9 million EUR", "5")]
        assert refused(people, difference(tuple(cut))) == ("input_cut", "segments.0.computation.inputs.1")

    def test_a_language_contradicts_no_document(self, people: Cast) -> None:
        """1.500 is fifteen hundred in German: "en" would make 2.5 of it and 1.000."""
        german = cast.make_document(owner=people.legal, text="Es waren 1.500 EUR. Dann 1.000 EUR.", language="de")
        spans = tuple(
            cast.mint(writer=people.legal, document=german, exact=words) for words in ("1.500 EUR", "1.000 EUR")
        )
        inputs = tuple(ComputedInput(span, "en") for span in spans)
        said = Computation(operation="sum/1", inputs=inputs, value="2.5 EUR", language="en")
        with pytest.raises(Refused) as met:
            say(people, Statement("It is 2.5 EUR.", Basis.COMPUTED, spans=spans, computation=said))
        assert (met.value.code, met.value.at) == (
            "language_contradicts_document",
            "segments.0.computation.inputs.0.language",
        )
        assert met.value.worked_out == "1500 EUR in de, 1.5 EUR in en"
        own = replace(said, inputs=tuple(map(ComputedInput, spans)), value="2,500 EUR")
        assert say(people, Statement("It is 2,500 EUR.", Basis.COMPUTED, spans=spans, computation=own)).citations

    def test_in_a_language_nobody_named_nothing_is_guessed(self, people: Cast) -> None:
        """The API needs no language: 1.500 was one and a half, as English reads it, in a document of any language."""
        document = create_document(actor=people.legal, metadata=Metadata(title="Gebühren"), at=AT)
        cast.publish(owner=people.legal, document=document, text="Es waren 1.500 EUR. Dann 1.000 EUR.")
        spans = tuple(
            cast.mint(writer=people.legal, document=document, exact=words) for words in ("1.500 EUR", "1.000 EUR")
        )
        said = Computation(operation="sum/1", inputs=tuple(map(ComputedInput, spans)), value="2.5 EUR", language="en")
        guessed = Statement("It is 2.5 EUR.", Basis.COMPUTED, spans=spans, computation=said)
        assert refused(people, guessed) == ("ambiguous_number", "segments.0.computation.inputs.0")
        named = replace(said, inputs=tuple(ComputedInput(span, "de") for span in spans), value="2,500 EUR")
        assert say(people, Statement("It is 2,500 EUR.", Basis.COMPUTED, spans=spans, computation=named)).citations
        assert problems() == []

    def test_a_relation_in_a_language_nobody_named_asks_for_one(self, people: Cast) -> None:
        document = create_document(actor=people.legal, metadata=Metadata(title="Limits"), at=AT)
        cast.publish(owner=people.legal, document=document, text=TEXT)
        spans = tuple(
            cast.mint(writer=people.legal, document=document, exact=words) for words in ("14 days", "30 days")
        )
        said = Computation(
            operation="comparison/1",
            inputs=tuple(map(ComputedInput, spans)),
            value="less than",
            parameters={"relation": "less"},
        )
        compared = Statement("14 days are less than 30 days.", Basis.COMPUTED, spans=spans, computation=said)
        assert refused(people, compared) == ("language_not_named", "segments.0.computation.value")

    def test_refuses_inputs_that_are_not_cited(self, people: Cast, spans: tuple[UUID, UUID]) -> None:
        statement = replace(difference(spans), spans=spans[:1])
        assert refused(people, statement) == ("input_not_cited", "segments.0.computation.inputs.1.span")

    def test_a_hidden_input_and_none_are_told_alike(self, people: Cast, spans: tuple[UUID, UUID]) -> None:
        hidden = cast.make_document(owner=people.support, text=TEXT, readers=())
        theirs = cast.mint(writer=people.support, document=hidden, exact="14 days")
        told = {refused(people, difference((spans[0], uid))) for uid in (theirs, uuid4())}
        assert told == {("unknown_source", "segments.0.spans.1")}

    def test_refuses_the_wrong_ground(self, people: Cast, spans: tuple[UUID, UUID]) -> None:
        assert refused(people, difference(spans, computation=None))[0] == "ground_missing"
        assert refused(people, difference(spans, basis=Basis.PARAPHRASED))[0] == "ground_of_another_basis"

    def test_an_operation_nobody_knows_is_refused(self, people: Cast, spans: tuple[UUID, UUID]) -> None:
        said = replace(difference(spans).computation, operation="guess/1")
        assert refused(people, difference(spans, computation=said)) == (
            "unknown_operation",
            "segments.0.computation.operation",
        )

    def test_a_wrong_value_may_be_withheld(self, people: Cast, spans: tuple[UUID, UUID]) -> None:
        wrong = difference(spans, value="15 days", text="The window fell by 15 days.")
        recorded = say(people, wrong, difference(spans), on_unproved=OnUnproved.DROP)
        assert [one.code for one in recorded.withheld] == ["value_not_agreed"]
        assert StatementText.objects.get().text == "The window fell by 16 days."

    @pytest.mark.parametrize("basis", [Basis.PLAUSIBILITY, Basis.DOCUMENT_ONLY])
    def test_what_was_not_written_from_sources_never_passes(
        self, people: Cast, spans: tuple[UUID, UUID], basis: Basis
    ) -> None:
        statement = Statement(text="Surely.", basis=basis, spans=spans)
        assert refused(people, statement) == ("not_written_from_sources", "segments.0.basis")


class TestThePanel:
    def test_shows_what_it_was_worked_out_from(self, people: Cast, spans: tuple[UUID, UUID]) -> None:
        found = panel(viewer=people.support, citation=say(people, difference(spans)).citations[0]).computed
        assert [(each.then, each.now) for each in found.inputs] == [("30 days", "30 days"), ("14 days", "14 days")]
        assert (found.operation, found.value, found.value_now) == ("difference/1", "16 days", "16 days")

    def test_of_changed_inputs_the_new_value_is_not_guessed(
        self, people: Cast, policy: UUID, spans: tuple[UUID, UUID]
    ) -> None:
        citation = say(people, difference(spans)).citations[0]
        cast.publish(owner=people.legal, document=policy, text=TEXT.replace("14 days", "7 days"))
        found = panel(viewer=people.support, citation=citation)
        assert found.state is State.SOURCE_CHANGED
        assert [(each.then, each.now) for each in found.computed.inputs] == [("30 days", "30 days"), ("14 days", None)]
        assert (found.computed.value, found.computed.value_now) == ("16 days", None)

    def test_an_input_bound_to_its_version_counts_as_it_was(
        self, people: Cast, policy: UUID, spans: tuple[UUID, UUID]
    ) -> None:
        citation = say(people, difference(spans, as_of=spans[:1])).citations[0]
        cast.publish(owner=people.legal, document=policy, text=TEXT.replace("30 days", "45 days"))
        found = panel(viewer=people.support, citation=citation)
        assert found.state is State.CURRENT
        assert found.computed.value_now == "16 days"

    def test_is_for_who_may_read_all_inputs(self, people: Cast, policy: UUID, spans: tuple[UUID, UUID]) -> None:
        other = cast.make_document(owner=people.legal, text=TEXT, readers=())
        hidden = cast.mint(writer=people.legal, document=other, exact="14 days")
        citation = say(people, difference((spans[0], hidden))).citations[0]
        found = panel(viewer=people.support, citation=citation)
        assert (found.state, found.computed) == (State.UNAVAILABLE, None)

    def test_a_ground_that_gives_nothing_any_more_is_not_shown(self, people: Cast, spans: tuple[UUID, UUID]) -> None:
        citation = say(people, difference(spans)).citations[0]
        body = StatementGround.objects.get().body
        for damaged in ("{}", "[", body.replace("difference/1", "guess/1"), body.replace(str(spans[0]), str(uuid4()))):
            forge(StatementGround.objects.all(), body=damaged)
            assert panel(viewer=people.legal, citation=citation).state is State.UNVERIFIED


class TestEvidence:
    def test_another_value_behind_our_back_is_found(self, people: Cast, spans: tuple[UUID, UUID]) -> None:
        recorded = say(people, difference(spans))
        assert problems() == []
        body = StatementGround.objects.get().body
        forge(StatementGround.objects.all(), body=body.replace("16 days", "15 days"))
        found = [problem for problem in problems() if f"answer {recorded.uid}" in problem]
        assert len(found) == 2  # it is not what the log says, nor what its inputs amount to
        assert any("DoesNotAgree" in problem for problem in found)

    def test_an_erasure_takes_the_ground_with_it(self, people: Cast, spans: tuple[UUID, UUID]) -> None:
        recorded = say(people, difference(spans))
        erase_answer(actor=people.legal, answer=recorded.uid, at=AT)
        assert not StatementGround.objects.exists()
        assert problems() == []
