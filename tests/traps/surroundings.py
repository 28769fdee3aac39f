"""Edits around the cited words that say of them, without touching them, that they do not hold; and some that do not."""

from collections.abc import Callable, Iterator
from random import Random

from tests.traps.cases import CHANGED, CURRENT, Edit, Operation
from tests.traps.places import replacing, section_of
from tests.traps.sources import Passage

Plant = Callable[[Passage, Random], Edit | None]


def operations() -> Iterator[Operation]:
    """Every edit that takes the cited words back, and as many of the same shape that do not."""
    for label, edits in ((CHANGED, _MUST_ALARM), (CURRENT, _MUST_NOT_ALARM)):
        for name, (trap, plant) in edits.items():
            yield Operation(name, trap, label, plant)


def _beside(template: str) -> Plant:
    """A block of its own put above or below the passage's paragraph."""

    def plant(passage: Passage, _: Random) -> Edit | None:
        if passage.is_item:
            return None
        return Edit(
            passage.text, passage.with_paragraph(template.format(passage.paragraph)), passage.start, passage.end
        )

    return plant


def _titled(template: str) -> Plant:
    """Another title of the passage's section, made of the old one."""

    def plant(passage: Passage, _: Random) -> Edit | None:
        located = section_of(passage)
        if located is None:
            return None
        found, own = located
        section = found[own]
        title = passage.text[section.start : section.title_end].lstrip("# ")
        line = "#" * section.level + " " + template.format(title)
        new = replacing((section.start, section.title_end, line), text=passage.text)
        return Edit(passage.text, new, passage.start, passage.end)

    return plant


def _numbered(words: str) -> Plant:
    """Sections numbered in both versions, and a sentence on one of them at the end of the new one."""

    def plant(passage: Passage, _: Random) -> Edit | None:
        located = section_of(passage)
        if located is None:
            return None
        found, own = located
        marks = [(one.start + one.level, one.start + one.level, f" {n}.") for n, one in enumerate(found, 1)]
        old = replacing(*marks, text=passage.text)
        shift = sum(len(mark) for at, _, mark in marks if at <= passage.start)
        new = f"{old.rstrip()}\n\n{words.format(own + 1)}\n"
        return Edit(old, new, passage.start + shift, passage.end + shift)

    return plant


_MUST_ALARM: dict[str, tuple[str, Plant]] = {
    "suspended_above": ("suspended in a paragraph above", _beside("This rule is suspended.\n\n{0}")),
    "suspended_below": ("suspended in a paragraph below", _beside("{0}\n\nThis rule has been suspended.")),
    "suspended_in_a_box": ("suspended in a quoted box", _beside("{0}\n\n> **Note:** This rule is suspended.")),
    "suspended_in_an_item": ("suspended in an item", _beside("{0}\n\n- This rule is suspended.")),
    "over_since": ("a paragraph that it no longer applies", _beside("{0}\n\nAs of June, this rule no longer applies.")),
    "over_in_german": ("the same in German", _beside("{0}\n\nDiese Regel gilt nicht mehr.")),
    "over_in_french": ("the same in French", _beside("{0}\n\nCette règle n'est plus en vigueur.")),
    "over_in_russian": ("the same in Russian", _beside("{0}\n\nЭто правило больше не действует.")),
    "over_in_chinese": ("the same in Chinese", _beside("{0}\n\n本规定已废止。")),
    "until_above": ("a line above that says up to when", _beside("Until 2024:\n\n{0}")),
    "title_old": ("a title that became an old one", _titled("Old {}")),
    "title_deprecated": ("a title that became deprecated", _titled("{} (deprecated)")),
    "title_until": ("a title with an end", _titled("{} until 2024")),
    "title_removed": ("a title that says it was removed", _titled("{} (removed in 3.0)")),
    "title_applied": ("a title that says when it applied", _titled("{} that applied in 2019")),
    "title_past": ("a title that became a past one", _titled("Past {}")),
    "title_struck": ("a title struck through", _titled("~~{}~~")),
    "section_repealed": ("its section repealed by number", _numbered("Section {} is repealed.")),
}
_MUST_NOT_ALARM: dict[str, tuple[str, Plant]] = {
    "new_below": (
        "a paragraph below on something else",
        _beside("{0}\n\nThis rule was written by the warden of the house."),
    ),
    "boxed_below": ("a box below on something else", _beside("{0}\n\n> **Note:** Ask the desk where it is.")),
    "former_below": (
        "a paragraph below on what is old",
        _beside("{0}\n\nFormer keys are kept in the old archive of the house."),
    ),
    "title_longer": ("a title with more words", _titled("{} of the house")),
    "title_in_force": ("a title that says when it applies", _titled("{} that apply in 2019")),
    "title_since": ("a title with a beginning", _titled("{} since 2024")),
    "section_other_repealed": ("another section repealed", _numbered("Section {}9 is repealed.")),
    "section_of_an_act_repealed": (
        "a section of something else repealed",
        _numbered("Section {} of the Act is repealed."),
    ),
}
