"""How verification walks: few texts at a time, few questions for many citations, memos of other releases in peace."""

import io
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from citeledger.core.anchoring import rule_id
from citeledger.core.reading.normalization import normalizer_for
from citeledger.core.statements import AnswerKind, Basis, Context, Statement
from citeledger.core.states import State
from citeledger.emission.services import record_answer
from citeledger.evidence import texts
from citeledger.evidence.lineages import lineage
from revalidation import sides, sweeping
from revalidation.models import ProofFailure, SpanResult
from revalidation.sweeping import sweep
from tests import cast
from tests.cast import AT, Cast
from tests.ground.databases import BuiltOnce
from tests.integration.evidence.forging import forge

pytestmark = pytest.mark.django_db
OTHER_RELEASE = "anchor/1+markdown/1+u9.9.9"


@pytest.fixture(scope="module")
def _people(built_once: BuiltOnce) -> Cast:
    return built_once(cast.make_cast)


@pytest.fixture
def people(_people: Cast, db: None) -> Cast:
    return _people


def edited_and_cited(people: Cast, *, times: int) -> list[UUID]:
    """Every version of two documents cited, every pair of versions with its result."""
    found = []
    for title in ("one", "two"):
        document = cast.make_document(owner=people.legal, title=title)
        for number in range(times):
            found.append(cast.cite(writer=people.legal, documents=[document]).citations[0])
            text = f"{cast.POLICY}\nEdition {number}.\n"
            sweep(version=cast.publish(owner=people.legal, document=document, text=text), at=AT)
    return found


class Counting(sides.Sides):
    """Sides that remember how many texts they ever held at once."""

    most = 0

    def load(self, version_ids: Any) -> None:
        super().load(version_ids)
        Counting.most = max(Counting.most, len(self._stored))


class TestMemory:
    @pytest.fixture(autouse=True)
    def _count(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(Counting, "most", 0)
        for module in (texts, sweeping):
            monkeypatch.setattr(module, "Sides", Counting)

    def test_results_are_worked_out_with_two_texts_at_a_time(self, people: Cast) -> None:
        edited_and_cited(people, times=3)
        Counting.most = 0
        assert list(texts.results()) == []
        assert SpanResult.objects.count() == 12
        assert Counting.most == 2

    def test_a_sweep_holds_two_texts_at_a_time(self, people: Cast) -> None:
        edited_and_cited(people, times=3)
        assert Counting.most == 2


def test_a_citation_more_in_an_answer_costs_five_questions_however_deep_it_rests(people: Cast) -> None:
    """Its edges, the owners of its text and ground, its closure; what lies below an answer is walked once for all."""
    below = cast.cite(writer=people.legal, documents=[cast.make_document(owner=people.legal)], kind=AnswerKind.PLAN)
    for _ in range(3):
        below = cast.cite(writer=people.legal, derived_from=[below.uid], kind=AnswerKind.MEMORY_NOTE)

    def questions(statements: int) -> int:
        said = [Statement(f"{n}.", Basis.PARAPHRASED, derived_from=(below.uid,)) for n in range(statements)]
        with transaction.atomic(), CaptureQueriesContext(connection) as asked:
            record_answer(
                writer=people.legal, kind=AnswerKind.ANSWER, segments=said, context=Context(), on_behalf_of=None, at=AT
            )
            born = len(asked)
            assert list(lineage()) == []
            transaction.set_rollback(True)
        return len(asked) - born

    assert questions(21) - questions(1) == 20 * 5


class TestResultsOfAnotherRelease:
    """After an update of Python its tables cut texts differently: memos of the old ones stay, and nobody uses them."""

    def test_are_no_damage_and_are_counted(self, people: Cast) -> None:
        (cited, _) = edited_and_cited(people, times=1)
        SpanResult.objects.update(rule=OTHER_RELEASE, outcome="deleted")
        out = io.StringIO()
        call_command("verify_ledger", stdout=out, stderr=io.StringIO())
        assert "2 results of other rules, not used here." in out.getvalue()
        assert not ProofFailure.objects.exists()
        assert cast.state(people.legal, cited) is State.CURRENT

    def test_stay_beside_what_a_new_sweep_remembers(self, people: Cast) -> None:
        edited_and_cited(people, times=1)
        SpanResult.objects.update(rule=OTHER_RELEASE)
        for version in SpanResult.objects.values_list("version__uid", flat=True).distinct():
            assert sweep(version=version, at=AT) == 1
        assert SpanResult.objects.count() == 4

    @pytest.mark.parametrize(
        "rule", ["", "anchor/1", "anchor/1+markdown/1+u9.9", rule_id(normalizer_for("text/plain"))]
    )
    def test_that_no_rule_could_have_made_are_damage(self, people: Cast, rule: str) -> None:
        edited_and_cited(people, times=1)
        forge(SpanResult.objects.all(), rule=rule)
        with pytest.raises(CommandError):
            call_command("verify_ledger", stdout=io.StringIO(), stderr=io.StringIO())
