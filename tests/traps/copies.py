"""Copies of the cited words, planted while the passage is edited, deleted or left alone. Both answers occur."""

from collections.abc import Callable, Iterator
from random import Random

from tests.traps.cases import CHANGED, CURRENT, Edit, Operation
from tests.traps.places import edited_sentence, other_paragraph, replacing
from tests.traps.sources import Passage, paragraphs

Plant = Callable[[Passage, Random], Edit | None]
# One sentence no text holds, and what it says after an edit; planted where duplicates are needed.
RULE = "The desk on the third floor keeps a lost badge for 30 days before it is destroyed."
OTHER_RULE = RULE.replace("30", "60")
SHORT = "30 days"
_WITHDRAWN = "## Withdrawn rules\n\n{}"


def operations() -> Iterator[Operation]:
    """Every way of leaving a copy of the cited words somewhere."""
    for name, (trap, plant) in _MUST_ALARM.items():
        yield Operation(name, trap, CHANGED, plant)
    for name, (trap, plant) in _MUST_NOT_ALARM.items():
        yield Operation(name, trap, CURRENT, plant)


def _edited_with_copy(
    where: Callable[[Passage, str], str | None], *, deleted: bool = False
) -> Callable[[Passage, Random], Edit | None]:
    """The cited sentence edited (or gone), its old words standing verbatim somewhere else."""

    def plant(passage: Passage, _: Random) -> Edit | None:
        sentence = " ".join(passage.cited.split())
        edited = edited_sentence(passage.cited)
        follows = any(start >= passage.paragraph_end for start, _ in paragraphs(passage.text))
        if edited is None or not follows or passage.is_item:  # at the end of a text, a move behind it is no move
            return None
        changed = passage.with_cited("" if deleted else edited)
        moved = Passage(
            changed,
            passage.start,
            passage.start,
            passage.paragraph_start,
            passage.paragraph_end + len(changed) - len(passage.text),
        )
        new = where(moved, sentence)
        return None if new is None else Edit(passage.text, new, passage.start, passage.end)

    return plant


def _at_end(template: str) -> Callable[[Passage, str], str | None]:
    return lambda passage, sentence: f"{passage.text.rstrip()}\n\n{template.format(sentence)}\n"


def _at_start(template: str) -> Callable[[Passage, str], str | None]:
    return lambda passage, sentence: template.format(sentence) + passage.text


def _beside(before: str, after: str) -> Callable[[Passage, str], str | None]:
    def placed(passage: Passage, sentence: str) -> str:
        return passage.with_paragraph(f"{before.format(sentence)}{passage.paragraph}{after.format(sentence)}")

    return placed


def _planted(
    old: Callable[[Passage], str | None], new: Callable[[Passage], str | None], cited: str, *, nth: int = 0
) -> Callable[[Passage, Random], Edit | None]:
    """Both versions made from the text; the nth rule of the old one is cited, or `cited` inside it."""

    def plant(passage: Passage, _: Random) -> Edit | None:
        before, after = old(passage), new(passage)
        if before is None or after is None or before == after:
            return None
        start = -1
        for _step in range(nth + 1):
            start = before.find(RULE, start + 1)
        start = before.find(cited, start) if start >= 0 else start
        return Edit(before, after, start, start + len(cited)) if start >= 0 else None

    return plant


def _in_two_places(first: str, second: str, *, same_section: bool) -> Callable[[Passage], str | None]:
    """`first` behind the cited sentence, `second` in another paragraph: of the same section, or of another one."""

    def placed(passage: Passage) -> str | None:
        other = other_paragraph(passage, same_section=same_section)
        if other is None or RULE in passage.text:
            return None
        places = sorted([passage.end, other[1]])
        return replacing(
            (places[0], places[0], first and f" {first}"),
            (places[1], places[1], second and f" {second}"),
            text=passage.text,
        )

    return placed


def _two(
    first: str, second: str, first_new: str, second_new: str, *, same_section: bool, nth: int = 0, cited: str = RULE
) -> Callable[[Passage, Random], Edit | None]:
    return _planted(
        _in_two_places(first, second, same_section=same_section),
        _in_two_places(first_new, second_new, same_section=same_section),
        cited,
        nth=nth,
    )


def _moved_and_edited(copy: str, *, left: str = "") -> Plant:
    """The paragraph moved behind another one of its section, its sentence edited; the old words behind it, or left."""

    def plant(passage: Passage, _: Random) -> Edit | None:
        other, changed = other_paragraph(passage, same_section=True), edited_sentence(passage.cited)
        if other is None or changed is None or other[0] < passage.paragraph_end:
            return None
        first, last = passage.start - passage.paragraph_start, passage.end - passage.paragraph_start
        paragraph = passage.paragraph[:first] + changed + passage.paragraph[last:]
        old = " ".join(passage.cited.split())
        moved = (other[1], other[1], f"\n\n{paragraph}{copy.format(old)}")
        gone = (passage.paragraph_start, passage.paragraph_end, left.format(old))
        return Edit(passage.text, replacing(gone, moved, text=passage.text), passage.start, passage.end)

    return plant


def _copied_elsewhere(where: Callable[[Passage, str], str | None]) -> Callable[[Passage, Random], Edit | None]:
    def plant(passage: Passage, _: Random) -> Edit | None:
        new = where(passage, " ".join(passage.cited.split()))
        return Edit(passage.text, new, passage.start, passage.end) if new else None

    return plant


_MUST_ALARM: dict[str, tuple[str, Plant]] = {
    "moved_edited": ("moved and edited", _moved_and_edited("")),
    "moved_edited_copy_behind": ("moved and edited, the old words behind", _moved_and_edited("\n\nFormerly: {}")),
    "moved_edited_copy_in_paragraph": ("moved and edited, quoted in place", _moved_and_edited(" Before, we wrote: {}")),
    "moved_edited_copy_left": (
        "moved and edited, the old words left in a note",
        _moved_and_edited("", left="Formerly: {}"),
    ),
    "moved_edited_copy_as_paragraph": ("moved and edited, the old words a quotation", _moved_and_edited("\n\n> {}")),
    "edited_copy_in_note": (
        "the old words quoted in a change note",
        _edited_with_copy(_at_end("## Changes\n\nUntil last year it read: {}")),
    ),
    "edited_copy_in_quote": ("the old words in a quotation", _edited_with_copy(_at_end("## Changes\n\n> {}"))),
    "edited_copy_in_code": ("the old words in code", _edited_with_copy(_at_end("## Changes\n\n```\n{}\n```"))),
    "edited_copy_in_item": ("the old words in a list", _edited_with_copy(_at_end("## Changes\n\n- {}\n- More"))),
    "edited_copy_in_table": (
        "the old words in a table",
        _edited_with_copy(_at_end("## Changes\n\n| old |\n|---|\n| {} |")),
    ),
    "edited_copy_in_comment": ("the old words in a comment", _edited_with_copy(_at_end("<!-- {} -->"))),
    "edited_copy_struck_behind": ("the old words struck behind the new", _edited_with_copy(_beside("", " ~~{}~~"))),
    "edited_copy_struck_before": ("the old words struck before the new", _edited_with_copy(_beside("~~{}~~ ", ""))),
    "edited_copy_in_footnote": ("the old words in a footnote", _edited_with_copy(_at_end("[^1]: {}"))),
    "edited_copy_in_front": ("the old words at the very beginning", _edited_with_copy(_at_start("{}\n\n"))),
    "edited_copy_as_heading": ("the old words as a heading", _edited_with_copy(_at_end("## {}\n\nNo more."))),
    "edited_copy_before_in_section": (
        "the old words in front of the new",
        _edited_with_copy(_beside("Formerly: {}\n\n", "")),
    ),
    "edited_copy_after_in_section": (
        "the old words behind the new",
        _edited_with_copy(_beside("", "\n\nFormerly: {}")),
    ),
    "edited_copy_in_paragraph": (
        "the old words in the same paragraph",
        _edited_with_copy(_beside("", " Before, we wrote: {}")),
    ),
    "edited_copy_in_alt_text": ("the old words for a picture", _edited_with_copy(_at_end("![{}](x.png)"))),
    "edited_copy_in_front_matter": (
        "the old words in front matter",
        _edited_with_copy(
            lambda p, s: None if p.text.startswith("---") or ":" in s else f"---\nold: {s}\n---\n\n{p.text}"
        ),
    ),
    "deleted_copy_withdrawn": (
        "moved under a heading that withdraws it",
        _edited_with_copy(_at_end(_WITHDRAWN), deleted=True),
    ),
    "deleted_copy_in_quote": (
        "only quoted any more",
        _edited_with_copy(_at_end("## Changes\n\nWe no longer say:\n\n> {}"), deleted=True),
    ),
    "deleted_copy_in_comment": ("only in a comment any more", _edited_with_copy(_at_end("<!-- {} -->"), deleted=True)),
    "deleted_copy_in_code": (
        "only in code any more",
        _edited_with_copy(_at_end("## Changes\n\n```\n{}\n```"), deleted=True),
    ),
    "swapped_sections": (
        "values swapped between sections",
        _two(RULE, OTHER_RULE, OTHER_RULE, RULE, same_section=False),
    ),
    "swapped_in_section": (
        "values swapped inside a section",
        _two(RULE, OTHER_RULE, OTHER_RULE, RULE, same_section=True),
    ),
    "swapped_short": (
        "short values swapped inside a section",
        _two(RULE, OTHER_RULE, OTHER_RULE, RULE, same_section=True, cited=SHORT),
    ),
    "swapped_short_sections": (
        "short values swapped between sections",
        _two(RULE, OTHER_RULE, OTHER_RULE, RULE, same_section=False, cited=SHORT),
    ),
    "twin_first_edited": ("the first of two equal ones edited", _two(RULE, RULE, OTHER_RULE, RULE, same_section=False)),
    "twin_second_edited": (
        "the second of two equal ones edited",
        _two(RULE, RULE, RULE, OTHER_RULE, same_section=False, nth=1),
    ),
    "twin_first_edited_near": ("the same in one section", _two(RULE, RULE, OTHER_RULE, RULE, same_section=True)),
    "twin_second_edited_near": (
        "the same in one section",
        _two(RULE, RULE, RULE, OTHER_RULE, same_section=True, nth=1),
    ),
    "twin_first_deleted": ("the first of two equal ones deleted", _two(RULE, RULE, "", RULE, same_section=False)),
    "twin_second_deleted": (
        "the second of two equal ones deleted",
        _two(RULE, RULE, RULE, "", same_section=False, nth=1),
    ),
    "twin_first_deleted_near": ("the same in one section", _two(RULE, RULE, "", RULE, same_section=True)),
    "twin_second_deleted_near": ("the same in one section", _two(RULE, RULE, RULE, "", same_section=True, nth=1)),
    "twin_first_struck": (
        "the first of two equal ones struck",
        _two(RULE, RULE, f"~~{RULE}~~", RULE, same_section=True),
    ),
    "twin_second_struck": (
        "the second of two equal ones struck",
        _two(RULE, RULE, RULE, f"~~{RULE}~~", same_section=False, nth=1),
    ),
    "twin_adjacent_first_edited": (
        "equal neighbours, the first edited",
        _two(f"{RULE} {RULE}", "", f"{OTHER_RULE} {RULE}", "", same_section=True),
    ),
    "twin_adjacent_second_edited": (
        "equal neighbours, the second edited",
        _two(f"{RULE} {RULE}", "", f"{RULE} {OTHER_RULE}", "", same_section=True, nth=1),
    ),
    "twin_short_first_edited": (
        "a short value beside its twin, edited",
        _two(RULE, RULE, OTHER_RULE, RULE, same_section=True, cited=SHORT),
    ),
    "twin_edited_new_copy": (
        "edited, and a new copy made elsewhere",
        _two(RULE, "", OTHER_RULE, RULE, same_section=False),
    ),
    "twin_edited_new_copy_near": (
        "edited, and a new copy made nearby",
        _two(RULE, "", OTHER_RULE, RULE, same_section=True),
    ),
    "both_edited_alike": (
        "two equal ones edited to the same",
        _two(RULE, RULE, OTHER_RULE, OTHER_RULE, same_section=True),
    ),
}
_MUST_NOT_ALARM: dict[str, tuple[str, Plant]] = {
    "copied_to_end": (
        "a copy elsewhere, the cited one untouched",
        _copied_elsewhere(_at_end("## Summary\n\nIn short: {}")),
    ),
    "copied_to_front": ("a copy in front", _copied_elsewhere(_at_start("In short: {}\n\n"))),
    "copied_in_comment": ("a copy in a comment", _copied_elsewhere(_at_end("<!-- {} -->"))),
    "copied_struck": ("a struck copy elsewhere", _copied_elsewhere(_at_end("~~{}~~"))),
    "twin_other_edited": ("the other of two equal ones edited", _two(RULE, RULE, RULE, OTHER_RULE, same_section=False)),
    "twin_other_edited_before": (
        "the other one, in front",
        _two(RULE, RULE, OTHER_RULE, RULE, same_section=False, nth=1),
    ),
    "twin_other_edited_near": ("the same in one section", _two(RULE, RULE, RULE, OTHER_RULE, same_section=True)),
    "twin_other_edited_before_near": (
        "the same in one section",
        _two(RULE, RULE, OTHER_RULE, RULE, same_section=True, nth=1),
    ),
    "twin_other_deleted": ("the other of two equal ones deleted", _two(RULE, RULE, RULE, "", same_section=False)),
    "twin_other_deleted_before": ("the other one, in front", _two(RULE, RULE, "", RULE, same_section=False, nth=1)),
    "twin_other_struck": (
        "the other of two equal ones struck",
        _two(RULE, RULE, RULE, f"~~{RULE}~~", same_section=False),
    ),
}
