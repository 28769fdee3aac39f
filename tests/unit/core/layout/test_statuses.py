"""What a text says of itself in the fields of its head, on a line of a section, or in a directive."""

import pytest

from citeledger.core.anchoring import Locator, Side, reanchor
from citeledger.core.reading.normalization import normalizer_for
from citeledger.extraction import Options
from citeledger.extraction.formats import load
from tests.unit.core.anchored import outcome

SAID = "The guests may enter the vault after nine in the evening."
TEXT = f"# House\n\nThe rules are for all.\n\n## Entry\n\n{SAID}\n\n## Keys\n\nKeys are kept at the desk.\n"
OVER = [
    "status: withdrawn",
    "status: Draft",
    'state: "Superseded"',
    "draft: true",
    "deprecated: true",
    "archived: yes",
    "obsolete: 2024-05-01",
    "published: false",
    "superseded_by: HR-12",
    "valid_until: 2023-01-01",
    "статус: отменено",
    "状态: 已废止",
]
IN_FORCE = [
    "status: active",
    "draft: false",
    "deprecated:",
    "archived: []",
    "published: true",
    "tags: [old, archive]",
    "redirect_from: /old/house",
    "description: Replaced the draft of 2019",
]


def _headed(field: str, mark: str = "---") -> str:
    return f"{mark}\n{field}\n{mark}\n\n{TEXT}"


@pytest.mark.parametrize("field", OVER)
def test_a_field_of_the_head_takes_the_whole_text_back(field: str) -> None:
    old, new = _headed("title: House"), _headed(f"title: House\n{field}")
    for cited in (SAID, "Keys are kept at the desk."):
        assert not outcome(old, new, cited).is_current
        assert outcome(new, new.replace("House\n", "Houses\n"), cited).is_current
    assert not outcome(TEXT, _headed(field), SAID).is_current
    assert outcome(new, old, SAID).is_current


@pytest.mark.parametrize("field", IN_FORCE)
def test_another_field_does_not(field: str) -> None:
    assert outcome(_headed("title: House"), _headed(f"title: House\n{field}"), SAID).is_current


def test_fields_of_toml_and_those_that_were_turned() -> None:
    assert not outcome(TEXT, _headed("draft = true", "+++"), SAID).is_current
    assert outcome(TEXT, _headed("draft = false", "+++"), SAID).is_current
    assert not outcome(_headed("status: active"), _headed("status: withdrawn"), SAID).is_current
    assert outcome(_headed("status: draft"), _headed("status: withdrawn"), SAID).is_current  # it was none before


@pytest.mark.parametrize("line", ["Status: withdrawn", "**Status:** Superseded by HR-12", "> Stand: aufgehoben"])
def test_a_line_of_a_section_takes_that_section_back(line: str) -> None:
    new = TEXT.replace("## Entry\n", f"## Entry\n\n{line}\n")
    assert not outcome(TEXT, new, SAID).is_current
    assert outcome(TEXT, new, "Keys are kept at the desk.").is_current
    assert not outcome(TEXT, TEXT.replace(SAID, f"{SAID}\n\n{line}"), SAID).is_current


@pytest.mark.parametrize("line", ["Status: active", "```\nstatus: withdrawn\n```", "<!--\nStatus: withdrawn\n-->"])
def test_what_is_in_force_or_code_or_hidden_does_not(line: str) -> None:
    assert outcome(TEXT, TEXT.replace(SAID, f"{SAID}\n\n{line}"), SAID).is_current


RST = f"House\n=====\n\nThe rules are for all.\n\nEntry\n-----\n\n{SAID}\n\nKeys\n----\n\nKeys are kept at the desk.\n"


def _is_current_in_rst(new: str) -> bool:
    media_type = "text/x-rst"
    extractions = (load(media_type).extract(text.encode(), Options()) for text in (RST, new))
    old, now = (Side(one.text, one.structure, normalizer_for(media_type)) for one in extractions)
    start = RST.index(SAID)
    return reanchor(old=old, new=now, spans=[Locator(start, start + len(SAID))])[0].is_current


@pytest.mark.parametrize(
    "words", [".. deprecated:: 3.0", ".. versionremoved:: 3.0", ".. deprecated:: 3.0\n   Use the gate."]
)
def test_a_directive_takes_back_what_is_beside_it(words: str) -> None:
    assert not _is_current_in_rst(RST.replace(SAID, f"{SAID}\n\n{words}"))
    assert not _is_current_in_rst(RST.replace(SAID, f"{words}\n\n{SAID}"))
    assert _is_current_in_rst(RST.replace("at the desk.", f"at the desk.\n\n{words}"))


def test_one_behind_a_paragraph_is_said_of_that_and_not_of_the_next_one() -> None:
    words = ".. deprecated:: 3.0"
    assert _is_current_in_rst(RST.replace(SAID, f"Knock before.\n\n{words}\n\n{SAID}"))
    assert not _is_current_in_rst(RST.replace(SAID, f"{SAID}\n\n{words}\n\nKnock before."))
    assert not _is_current_in_rst(RST.replace(SAID, f".. option:: --entry\n\n   {words}\n\n   {SAID}"))


def test_fields_and_other_directives_of_rst() -> None:
    assert not _is_current_in_rst(RST.replace("The rules are", ":status: withdrawn\n\nThe rules are"))
    assert _is_current_in_rst(RST.replace("The rules are", ":status: active\n\nThe rules are"))
    assert _is_current_in_rst(RST.replace(SAID, f".. versionadded:: 3.0\n\n{SAID}"))


@pytest.mark.parametrize(("before", "now"), [("!!! note", "!!! deprecated"), (":::note", ":::deprecated")])
def test_a_box_that_became_one_of_what_is_deprecated(before: str, now: str) -> None:
    old, new = (TEXT.replace(SAID, f"{mark}\n    {SAID}\n") for mark in (before, now))
    assert not outcome(old, new, SAID).is_current
    assert outcome(old, old.replace("note", "tip"), SAID).is_current
