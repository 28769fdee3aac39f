"""What is not asked, because it cannot matter: answers are those of asking everything, and the texts are not read."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from citeledger.core.anchoring import Locator, Pair, PreparedSide, prepare
from citeledger.core.anchoring.settled import Settled
from citeledger.core.anchoring.unchanged import Unchanged
from citeledger.core.layout import leads, sides
from citeledger.core.layout.table_places import TablePlaces
from tests.unit.core.anchored import outcome, side

KEPT = Path(__file__).parents[4] / "tests" / "data" / "anchoring"
_EVERY = 4  # of the cases of each file
_PASSAGES = re.compile(r"[^.!?\n]+[.!?]?|\d+ \w+")


def _pairs() -> Iterator[tuple[PreparedSide, PreparedSide, list[Locator]]]:
    for file in sorted(KEPT.glob("*.jsonl")):
        for line in file.read_text().splitlines()[::_EVERY]:
            case = json.loads(line)
            texts = ((KEPT / "texts" / f"{case[sha]}.txt").read_bytes().decode() for sha in ("old_sha", "new_sha"))
            old, new = (text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n") for text in texts)
            passages = {(case["start"], case["end"]), *(one.span() for one in _PASSAGES.finditer(old))}
            spans = [Locator(*span) for span in sorted(passages) if span[1] <= len(old)]
            yield prepare(side(old)), prepare(side(new)), spans


def test_answers_are_those_of_asking_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    settled = asked = 0
    in_edited: list[bool] = []
    stays = Settled._is_in_its_sentence
    monkeypatch.setattr(
        Settled, "_is_in_its_sentence", lambda *given: (in_edited.append(stays(*given)), in_edited[-1])[1]
    )
    for old, new, spans in _pairs():
        pair = Pair(old, new)
        quick = pair.outcomes(spans)
        settled += sum(place is not None for layers in pair._layers for place in _settled(layers)._moved.values())
        with monkeypatch.context() as everything:
            everything.setattr(Settled, "place", lambda *_: None)
            everything.setattr(Unchanged, "shift", lambda *_: None)
            everything.setattr(TablePlaces, "may_hold", lambda *_, **__: True)
            assert Pair(old, new).outcomes(spans) == quick
        asked += len(spans)
    assert asked > 1_000
    assert settled > 100
    assert in_edited.count(True) > 50


@pytest.mark.parametrize(("now", "is_current"), [("Cats may never.", False), ("Cats may also.", True)])
def test_words_beside_a_sentence_that_stayed_in_an_edited_paragraph_are_read(now: str, is_current: bool) -> None:
    cited, rest = "Dogs may enter the park freely.", "The gate closes at nine in summer."
    old, new = (f"All of this is posted at the gate. {cited} {beside} {rest}\n" for beside in ("Cats may too.", now))
    assert outcome(old, new, cited).is_current is is_current


@pytest.mark.parametrize(("now", "is_current"), [("Rule repealed.", False), ("Rule adopted.", True)])
def test_the_few_words_of_a_block_behind_one_that_stayed_are_read(now: str, is_current: bool) -> None:
    cited, rest = "Dogs may enter the park freely.", "The gate closes at nine in summer.\n"
    old, new = (f"{cited}\n\n{words}\n\n{rest}" for words in ("Rule proposed by Ann.", now))
    assert outcome(old, new, cited).is_current is is_current


def _settled(layers: object) -> Settled:
    return layers._comparison._both.settled  # type: ignore[attr-defined, no-any-return]


def test_a_passage_is_asked_about_with_what_its_own_section_says(monkeypatch: pytest.MonkeyPatch) -> None:
    read, tables = [], []
    label, made = leads._label, sides.Tables
    monkeypatch.setattr(leads, "_label", lambda stream, block: (read.append(block), label(stream, block))[1])
    monkeypatch.setattr(sides, "Tables", lambda **given: (tables.append(given), made(**given))[1])
    sections = [f"## Part {n}\n\nGuests of part {n} stay.\n\nOthers of part {n} leave soon.\n" for n in range(100)]
    text = "\n".join([*sections, "## Fees\n\n| Who | Fee |\n| --- | --- |\n| Guests | 30 |\n"])
    old, new = side(text), side(text.replace("of part 40 stay", "of part 40 never stay"))
    passage = "Others of part 40 leave soon."
    start = text.index(passage)

    pair = Pair(prepare(old), prepare(new))
    assert pair.outcomes([Locator(start, start + len(passage))])[0].is_current
    assert 0 < len(read) <= 12
    assert not tables
    fee = text.index("30 |")
    assert pair.outcomes([Locator(fee, fee + 2)])[0].is_current
    assert len(tables) == 2
