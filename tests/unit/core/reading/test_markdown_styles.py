"""Style elements inside Markdown: what their rules hide, strike or add words to is in doubt, the rest is not."""

import pytest

from citeledger.core.reading.markdown_styles import hiding_rules
from tests.unit.core.anchored import outcome, steps

SAID = "Refunds are made within 30 days."
TEXT = f'<style>{{rules}}</style>\n\n# Rules\n\nSome words.\n\n<div class="old x">\n\n{SAID}\n\n</div>\n\nMore words.\n'
PLAIN = TEXT.format(rules=".x { color: navy }")


@pytest.mark.parametrize(
    "rules",
    [
        ".x { display: none }",
        "div.x, .y { visibility: hidden }",
        ".x { text-decoration: line-through }",
        ".x::before { content: 'Not: ' }",
        "/* a */ .x{color:white} ",
        "@media screen { .old { display:none } }",
        "p { display: none }",
        "div > * { font-size: 0 }",
    ],
)
def test_a_rule_that_hides_the_cited_words_alarms_in_both_directions(rules: str) -> None:
    new = TEXT.format(rules=rules)
    assert not outcome(PLAIN, new, SAID).is_current
    assert not outcome(new, PLAIN, SAID).is_current
    assert outcome(new, f"{new}\nNew.\n", SAID).is_current


@pytest.mark.parametrize(
    "rules", [".z { display: none }", ".x { color: red }", ".x::before { content: '' }", ".x { font-size: 12px }"]
)
def test_a_rule_for_others_or_that_hides_nothing_does_not(rules: str) -> None:
    assert outcome(PLAIN, TEXT.format(rules=rules), SAID).is_current


def test_words_put_under_a_class_that_hides_alarm() -> None:
    rules = "<style>.z { display: none }</style>\n\n"
    old = f"{rules}Some words.\n\n{SAID}\n\nMore words.\n"
    for wrapped in (f"<p class='z'>{SAID}</p>", f"<span id=z>{SAID}</span>", f"{SAID} {{.z}}", f"{SAID}\n{{: .z}}"):
        assert not outcome(old, old.replace(SAID, wrapped), SAID).is_current
    assert outcome(old, old.replace(SAID, f"<p class='y'>{SAID}</p>"), SAID).is_current


@pytest.mark.parametrize("part", ["/*", "a{", "a", "<style>", ".x{display:none}", "{"])
def test_reading_style_elements_is_linear(part: str) -> None:
    short, long = (steps(lambda n=n: hiding_rules(f"<style>{part * n}</style>")) for n in (500, 1000))
    assert long < 2.5 * short
    hiding_rules(f"<style>{part * 200_000}</style>")  # the time of patterns is no step: this would not come back


def test_style_elements_without_an_end_say_nothing() -> None:
    assert hiding_rules("<style>.x{display:none}" * 3).names == frozenset()
    assert hiding_rules("<STYLE media=all>#x,.y{display:none}</STYLE>").names == {"x", "y"}
