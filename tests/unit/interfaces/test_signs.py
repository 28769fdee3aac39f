"""How a statement rests on its sources: a word and a shape for each basis, told without colour."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.template import engines

from citeledger.core.statements import FROM_SOURCES
from citeledger.core.states import State
from citeledger.interfaces.web.presenters.badges import Legend, Sign, legend
from citeledger.interfaces.web.presenters.ledger import AnswerPage, answer_page
from citeledger.interfaces.web.presenters.statements import StatementItem, statement_item
from citeledger.interfaces.wording import AS_OF, BASES, STATES, WITHHELD
from revalidation.bound import AsOf
from revalidation.views import AnswerView, StatementView

WORDINGS = (*BASES.values(), AS_OF, WITHHELD)
AT = datetime(2026, 3, 2, 23, 59, tzinfo=UTC)
VERIFIED = "verif|check|confirm|prove|support|faithful|accura|correct"
BOUND = AsOf(at=AT, number=42, version=uuid4())


def shown(template: str, **context: object) -> str:
    return str(engines["django"].get_template(template).render(context))


def item(basis: str, *, state: State = State.CURRENT, bound: tuple[AsOf, ...] = ()) -> StatementItem:
    words = None if state is State.UNAVAILABLE else "It was 30 days."
    view = StatementView(ordinal=1, citation=uuid4(), state=state, basis=basis, text=words, as_of=bound)
    return statement_item(statement=view)


def test_no_two_signs_share_a_word_or_a_shape_with_one_another_or_with_a_state() -> None:
    shapes = [words.icon for words in (*WORDINGS, *STATES.values())]
    assert len(set(shapes)) == len(shapes)
    named = [words.word for words in (*WORDINGS, *STATES.values())]
    assert len(set(named)) == len(named)


def test_signs_are_paths_and_nothing_else() -> None:
    assert all(re.fullmatch(r"[MLAQHVZ0-9. ]+", words.icon) for words in WORDINGS)


@pytest.mark.parametrize("basis", FROM_SOURCES)
def test_a_statement_shows_word_shape_and_meaning_of_its_basis(basis: str) -> None:
    html = shown("ledger/statement.html", statement=item(basis)).replace("&#x27;", "'")
    assert html.count('class="sign"') == 1
    for said in (f">{BASES[basis].word}<", f'd="{BASES[basis].icon}"', f'title="{BASES[basis].meaning}"'):
        assert said in html
    assert not any(words.icon in html for kind, words in BASES.items() if kind != basis)


def test_nothing_about_a_paraphrase_suggests_that_its_faithfulness_was_verified() -> None:
    words = BASES["paraphrased"]
    assert not re.search(VERIFIED, f"{words.word} {words.meaning} {words.remark}".lower())
    assert "not compared" in words.meaning


def test_an_absence_is_said_to_be_weaker_wherever_its_word_stands_and_is_no_footnote() -> None:
    html = shown("ledger/statement.html", statement=item("absence"))
    assert "Not found<" in html
    assert ">, weaker than a passage that says so<" in html
    assert not re.search(r"<su[bp]|\[\d|blockquote|rests on|<a [^>]*href=\"#", html)


def test_what_is_bound_says_which_version_and_since_when() -> None:
    html = shown("ledger/statement.html", statement=item("quoted", bound=(BOUND,)))
    assert ">as of version 42, 2026-03-02<" in html
    assert AS_OF.icon in html
    assert AS_OF.icon not in shown("ledger/statement.html", statement=item("quoted"))


def test_a_statement_that_is_not_shown_has_no_sign() -> None:
    hidden = [item(basis, state=State.UNAVAILABLE, bound=(BOUND,)) for basis in FROM_SOURCES]
    assert all(one.basis is None and one.as_of == () for one in hidden)


@pytest.mark.parametrize(("count", "said"), [(0, None), (1, "1 sentence withheld as unproved."), (3, "3 sentences")])
def test_an_answer_says_how_much_of_it_was_withheld(count: int, said: str | None) -> None:
    sign = _page(withheld=count).withheld
    assert (sign.word.startswith(said) and sign.icon == WITHHELD.icon) if sign and said else sign is said


def test_a_text_that_was_handed_over_says_what_it_said_of_itself_beside_its_own_sign() -> None:
    said = {"ordinal": 1, "citation": uuid4(), "state": State.CURRENT, "basis": "paraphrased", "text": "30 days."}
    view = StatementView(**said, handed="quoted", below=("absence", "computed", "quoted"))  # type: ignore[arg-type]
    answer = replace(_answer(withheld=0), segments=(view,), handed_withheld=2)
    page = answer_page(answer=answer, may_manage=False, notice="")
    html = shown("ledger/answer.html", page=page)

    assert page.withheld is None
    assert "2 sentences withheld as unproved in the text handed over.<" in html
    row = html[html.index("30 days.") :].partition("</li>")[0]
    assert re.findall(r'data-sign="(\w+)"|class="handed">([^<]*)<', row) == [
        ("paraphrased", ""),
        ("", "By way of another text: not found (weaker than a passage that says so), computed."),
        ("", "Quoted in the text handed over"),
    ]


def _page(*, withheld: int) -> AnswerPage:
    return answer_page(answer=_answer(withheld=withheld), may_manage=False, notice="")


def _answer(*, withheld: int) -> AnswerView:
    return AnswerView(
        uid=uuid4(),
        kind="answer",
        writer="support",
        on_behalf_of=None,
        agent="",
        question="",
        at=AT,
        segments=(),
        withheld=withheld,
    )


def test_the_legend_shows_every_state_and_every_sign() -> None:
    html = shown("badges/legend.html", legend=legend()).replace("&#x27;", "'")
    explained: Legend = legend()
    for entry in (*explained.states, *explained.signs):
        assert entry.icon in html
        assert f"{entry.word}<" in html
        assert entry.meaning in html


def test_a_sign_has_the_same_elements_whatever_it_says() -> None:
    def elements(sign: Sign) -> list[str]:
        return re.findall(r"<(\w+)", shown("badges/sign.html", sign=sign))

    plain = [elements(sign) for sign in legend().signs if not sign.remark]
    assert all(one == ["span", "svg", "path", "span"] for one in plain)
