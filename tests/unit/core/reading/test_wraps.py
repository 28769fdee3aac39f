"""What stands around a passage in Markdown source and cannot be judged leaves it in doubt; what lays out does not."""

import pytest

from citeledger.core.reading.wraps import wraps
from tests.unit.core.anchored import outcome, steps, tokens

SAID = "The guests may enter the vault after nine in the evening."
BEFORE, BEHIND = "# Rules\n\nSome paragraph about other things.\n\n", "\n\nThe last one says something else.\n"
OLD = f"{BEFORE}{SAID}{BEHIND}"


@pytest.mark.parametrize(
    "around",
    [
        "[{}]{{.hidden}}",
        '{}\n{{: style="display:none"}}',
        "{{% if false %}}{}{{% endif %}}",
        "{{{{#if draft}}}}{}{{{{/if}}}}",
        "{{{{< hidden >}}}}{}{{{{< /hidden >}}}}",
        "\\phantom{{{}}}",
        "\\textcolor{{white}}{{\\phantom{{{}}}}}",
        "\\iffalse\n{}\n\\fi",
        "\\begin{{comment}}\n{}\n\\end{{comment}}",
        "::: {{.hidden}}\n{}\n:::",
        "<select><option>{}</option></select>",
        "<meter>{}</meter>",
        "<bdo dir=rtl>{}</bdo>",
        "<math><mphantom>{}</mphantom></math>",
        "<svg><defs>{}</defs></svg>",
        "<div style='opacity: .2'><div style='opacity: .2'>{}</div></div>",
        "<Draft>{}</Draft>",
        "\u202e{}\u202c",
        "&#x202e;{}",
        '<p class="deleted">{}</p>',
        "<div class='removed'>\n\n{}\n\n</div>",
        "<span class='strikethrough'>{}</span>",
        '<div data-deprecated="true">{}</div>',
        "[{}]{{.deprecated}}",
        "{}\n{{: .superseded}}",
        '<div v-if="false">{}</div>',
        "{{{{! {} }}}}",
        "{{{{!-- {} --}}}}",
        "<details><summary>Repealed</summary>\n\n{}\n\n</details>",
        "<details>\n<summary><b>No longer in force</b></summary>\n\n{}\n\n</details>",
        "<details><summary>Old version</summary>\n\n{}\n\n</details>",
    ],
)
def test_what_cannot_be_judged_around_a_passage_alarms(around: str) -> None:
    new = f"{BEFORE}{around.format(SAID)}{BEHIND}"
    assert not outcome(OLD, new, SAID).is_current
    assert not outcome(SAID, around.format(SAID), SAID).is_current
    assert outcome(new, f"Put in above.\n\n{new}", SAID).is_current


@pytest.mark.parametrize(
    "around",
    [
        '<a class="btn" href="/removed/fees">{}</a>',
        '<span class="note" title="No longer deleted">{}</span>',
        "**{}**",
        "<div class='box'>{}</div>",
        "<div class='example'>{}</div>",
        "<details><summary>Details</summary>\n\n{}\n\n</details>",
        "<details><summary>An example</summary>\n\n{}\n\n</details>",
        "<p style='color: navy'>{}</p>",
        "::: note\n{}\n:::",
        "A tag <Draft> is spoken of, and `{{% if x %}}`.\n\n{}\n\nSo is `{{% endif %}}`.",
        "```\n{{% if x %}}\n```\n\n{}\n\n```\n{{% endif %}}\n```",
        "{{: .lead}}\n{}",
    ],
)
def test_what_only_lays_out_does_not(around: str) -> None:
    assert outcome(OLD, f"{BEFORE}{around.format(SAID)}{BEHIND}", SAID).is_current


def test_marks_that_browsers_write_around_words_are_in_doubt() -> None:
    assert not outcome("The entry is free.", "The entry is <q>free</q>.", "The entry is free.").is_current


def test_another_condition_is_another_statement() -> None:
    old = f"{BEFORE}{{% if staff %}}{SAID}{{% endif %}}{BEHIND}"
    assert not outcome(old, old.replace("staff", "guest"), SAID).is_current


def test_a_cell_beyond_the_last_column_is_not_shown() -> None:
    table = "|Room|Open|\n|-|-|\n|Vault|daily|{}\n\nThe last.\n"
    assert not outcome(f"{SAID}\n\n{table.format('')}", table.format(f"{SAID}|"), SAID).is_current


def test_what_was_overridden_is_compared_with_what_is() -> None:
    assert "guests" in tokens("\u202eguests\u202c")
    old = f"{BEFORE}\u202e{SAID}\u202c{BEHIND}"
    assert outcome(old, f"New.\n\n{old}", SAID).is_current
    assert not outcome(old, OLD, SAID).is_current


class Searched(str):
    """A text that counts the letters in which something is sought: what no line of Python shows."""

    letters = 0

    def __contains__(self, sought: str, /) -> bool:
        self.letters += len(self)
        return super().__contains__(sought)

    def find(self, sought: str, first: int | None = None, stop: int | None = None, /) -> int:  # type: ignore[override]  # three indexes
        self.letters += len(range(*slice(first, stop).indices(len(self))))
        return super().find(sought, first, stop)


def test_no_fence_has_the_whole_text_searched_again() -> None:
    """A megabyte of fences held a page for minutes."""
    text = Searched("word\n```\n" * 1000)
    wraps(text)
    assert text.letters < 5 * len(text)


@pytest.mark.parametrize(
    ("opening", "closing"), [("<x>", "</x>"), ("\\a{", "}"), ("::: {.hidden}\n", ":::\n"), ("{.hidden}", "")]
)
def test_deep_nesting_takes_linear_time(opening: str, closing: str) -> None:
    few, many = (opening * size + "word" + closing * size for size in (200, 800))
    assert steps(lambda: wraps(many)) < 5 * steps(lambda: wraps(few))
