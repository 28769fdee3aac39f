"""One table of words for every surface."""

import re
from dataclasses import astuple

import pytest

from citeledger.core.statements import Basis
from citeledger.core.states import State
from citeledger.interfaces.api.outputs.citations import Computed
from citeledger.interfaces.wording import BASES, STATES, UNAVAILABLE_NOTICE, UNVERIFIED_NOTICE, WIDEST_WORD


def test_every_state_and_every_basis_has_its_words() -> None:
    assert set(STATES) == {state.value for state in State}
    assert {basis.value for basis in Basis} <= set(BASES)


@pytest.mark.parametrize("said", [BASES["computed"].meaning, Computed.__doc__ or ""], ids=["page", "API"])
def test_of_a_computed_statement_nobody_vouches_for_the_sentence(said: str) -> None:
    assert re.search(r"value.* alone was verified, not the sentence", " ".join(said.split()))


def test_states_differ_in_word_and_in_shape() -> None:
    assert len({words.word for words in STATES.values()}) == len(STATES)
    assert len({words.icon for words in STATES.values()}) == len(STATES)


def test_icons_are_paths_and_nothing_else() -> None:
    assert all(re.fullmatch(r"[MLAQHVZ0-9. ]+", words.icon) for words in STATES.values())


def test_nothing_can_be_woven_into_a_text() -> None:
    texts = [text for words in STATES.values() for text in astuple(words)]
    assert not any("{" in text or "%" in text for text in [*texts, UNAVAILABLE_NOTICE, UNVERIFIED_NOTICE])


def test_unavailable_names_no_cause() -> None:
    said = f"{STATES['unavailable'].sentence} {UNAVAILABLE_NOTICE}".lower()
    assert not re.search(r"remov|delet|revok|retir|withdr|restrict|permi|right|exist|changed", said)


def test_the_widest_word_is_the_longest() -> None:
    assert all(len(words.word) <= len(WIDEST_WORD) for words in STATES.values())
