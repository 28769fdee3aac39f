"""Edits around the cited words: sections, paragraphs, other sentences, long texts. Both answers occur."""

import re
from collections.abc import Callable, Iterator
from random import Random

from tests.traps.cases import CHANGED, CURRENT, Edit, Operation
from tests.traps.places import Section, edited_sentence, other_paragraph, replacing, section_of
from tests.traps.sources import Passage, has_markup, paragraphs

Plant = Callable[[Passage, Random], Edit | None]


def operations() -> Iterator[Operation]:
    """Every edit around the cited words."""
    for name, (trap, plant) in _MUST_ALARM.items():
        yield Operation(name, trap, CHANGED, plant)
    for name, (trap, plant) in _MUST_NOT_ALARM.items():
        yield Operation(name, trap, CURRENT, plant)


def _whole_sections(
    change: Callable[[str, list[Section], int], str | None],
) -> Callable[[Passage, Random], Edit | None]:
    def plant(passage: Passage, _: Random) -> Edit | None:
        located = section_of(passage)
        new = change(passage.text, *located) if located else None
        return None if new in (None, passage.text) else Edit(passage.text, new, passage.start, passage.end)

    return plant


def _swapped_with_next(text: str, found: list[Section], own: int) -> str | None:
    if own + 1 >= len(found) or found[own].level != found[own + 1].level or not text.endswith("\n"):
        return None
    one, other = found[own], found[own + 1]
    body, following = text[one.start : one.end].rstrip(), text[other.start : other.end].rstrip()
    return f"{text[: one.start]}{following}\n\n{body}\n\n{text[other.end :]}".rstrip() + "\n"


def _moved_to_end(text: str, found: list[Section], own: int) -> str | None:
    if own + 2 >= len(found) or any(section.level != found[own].level for section in found[own:]):
        return None
    one = found[own]
    return f"{text[: one.start]}{text[one.end :].rstrip()}\n\n{text[one.start : one.end].rstrip()}\n"


def _renamed(text: str, found: list[Section], own: int) -> str:
    one = found[own]
    return replacing((one.start, one.title_end, "#" * one.level + " Renamed for clarity"), text=text)


def _heading_removed(text: str, found: list[Section], own: int) -> str | None:
    """Nothing above it, or a section that held it before, says what stands under it now."""
    is_inner = not own or found[own - 1].level < found[own].level
    return replacing((found[own].start, found[own].title_end, ""), text=text) if is_inner else None


def _fallen_to_another(text: str, found: list[Section], own: int) -> str | None:
    is_beside = own and found[own - 1].level >= found[own].level
    return replacing((found[own].start, found[own].title_end, ""), text=text) if is_beside else None


def _following_deleted(text: str, found: list[Section], own: int) -> str | None:
    return text[: found[own + 1].start] + text[found[own + 1].end :] if own + 1 < len(found) else None


def _preceding_deleted(text: str, found: list[Section], own: int) -> str | None:
    return text[: found[own - 1].start] + text[found[own - 1].end :] if own else None


def _own_deleted(text: str, found: list[Section], own: int) -> str:
    return text[: found[own].start] + text[found[own].end :]


def _rewritten_elsewhere(passage: Passage, _: Random) -> Edit | None:
    """Every other paragraph of prose replaced by new words; the cited one stands as it stood."""
    edge, pieces = 0, []
    for number, (start, end) in enumerate(paragraphs(passage.text)):
        if start != passage.paragraph_start:
            pieces += [passage.text[edge:start], f"Paragraph {number} was written anew by somebody with other words."]
            edge = end
    return Edit(passage.text, "".join([*pieces, passage.text[edge:]]), passage.start, passage.end) if pieces else None


def _neighbours_edited(passage: Passage, _: Random) -> Edit | None:
    """Other sentences on both sides of the cited one, in its own paragraph."""
    before, after = (
        passage.text[passage.paragraph_start : passage.start],
        passage.text[passage.end : passage.paragraph_end],
    )
    if passage.is_item or passage.cited[-1] not in ".!?。।؟" or not before.strip() or not after.strip():
        return None
    new = passage.with_paragraph(f"Something else was said here before. {passage.cited} And something new behind it.")
    return Edit(passage.text, new, passage.start, passage.end)


def _paragraphs_swapped(passage: Passage, _: Random) -> Edit | None:
    other = other_paragraph(passage, same_section=True)
    if other is None:
        return None
    own, text = (passage.paragraph_start, passage.paragraph_end), passage.text
    new = replacing((*own, text[slice(*other)]), (*other, text[slice(*own)]), text=text)
    return Edit(text, new, passage.start, passage.end)


def _long(passage: Passage, random: Random) -> str:
    """A hundred thousand characters of other prose, with numbers and repeated phrases."""
    kinds = ["badge", "key", "laptop", "parcel", "visitor", "locker", "meeting room", "parking space"]
    lines = (
        f"A {random.choice(kinds)} of class {n} is kept for {random.randrange(90)} days by desk {n % 7}."
        for n in range(1500)
    )
    return "\n\n".join(lines)


def _long_around(label_edit: bool) -> Callable[[Passage, Random], Edit | None]:
    def plant(passage: Passage, random: Random) -> Edit | None:
        filler = _long(passage, random)
        edited = edited_sentence(passage.cited) if label_edit else passage.cited
        if edited is None:
            return None
        old = f"{filler}\n\n{passage.text}\n\n{filler[: len(filler) // 2]}\n"
        new = f"# New\n\n{filler}\n\nMore of it.\n\n{passage.with_cited(edited)}\n\n{filler[: len(filler) // 2]}\n"
        start = len(filler) + 2 + passage.start
        return Edit(old, new, start, start + passage.end - passage.start)

    return plant


def _footnoted(before: str, after: str) -> Plant:
    """A footnote mark in front of the last sign of the sentence, and the footnote at the end of the text."""

    def with_mark(passage: Passage, mark: str) -> str:
        cited = passage.cited[:-1] + mark + passage.cited[-1]
        return passage.with_cited(cited).rstrip() + (f"\n\n{mark}: Ask the desk.\n" if mark else "\n")

    def plant(passage: Passage, _: Random) -> Edit | None:
        old = with_mark(passage, before)
        return Edit(old, with_mark(passage, after), passage.start, passage.end + len(before))

    return plant


def _over_blocks(change: Callable[[str], str]) -> Callable[[Passage, Random], Edit | None]:
    """The cited range reaches from the sentence into the next paragraph."""

    def plant(passage: Passage, _: Random) -> Edit | None:
        following = next((found for found in paragraphs(passage.text) if found[0] >= passage.paragraph_end), None)
        if passage.is_item or following is None or passage.text[passage.paragraph_end : following[0]].strip():
            return None
        cited = passage.text[passage.start : following[1]]
        changed = cited if has_markup(cited) else change(cited)
        new = passage.text[: passage.start] + changed + passage.text[following[1] :]
        return None if changed == cited else Edit(passage.text, new, passage.start, following[1])

    return plant


_MUST_ALARM: dict[str, tuple[str, Plant]] = {
    "footnote_added": ("a footnote that was not there", _footnoted("", "[^2]")),
    "footnote_dropped": ("a footnote that is not there any more", _footnoted("[^2]", "")),
    "section_fallen_to_another": ("the heading above taken out", _whole_sections(_fallen_to_another)),
    "section_deleted": ("the whole section deleted", _whole_sections(_own_deleted)),
    "long_edited": ("edited in a text of 100,000 characters", _long_around(True)),
    "over_blocks_edited_end": (
        "a range over two paragraphs, its last word gone",
        _over_blocks(lambda s: re.sub(r"\w+(\W*)\Z", r"\1", s)),
    ),
    "over_blocks_sentence_between": (
        "a sentence between the two paragraphs",
        _over_blocks(lambda s: s.replace("\n\n", "\n\nUnless we say otherwise.\n\n", 1)),
    ),
    "over_blocks_comment_out_half": (
        "half of the range commented out",
        _over_blocks(lambda s: re.sub(r"\n\n([\s\S]*)\Z", r"\n\n<!-- \1 -->", s, count=1)),
    ),
}
_MUST_NOT_ALARM: dict[str, tuple[str, Plant]] = {
    "footnote_renumbered": ("another number of the footnote", _footnoted("[^1]", "[^12]")),
    "footnote_renamed": ("a name for the footnote's number", _footnoted("[^1]", "[^desk]")),
    "section_swapped": ("the section swapped with the next", _whole_sections(_swapped_with_next)),
    "section_moved_to_end": ("the section moved to the end", _whole_sections(_moved_to_end)),
    "section_renamed": ("the section renamed", _whole_sections(_renamed)),
    "section_heading_removed": ("a heading below another one taken out", _whole_sections(_heading_removed)),
    "section_following_deleted": ("the next section deleted", _whole_sections(_following_deleted)),
    "section_preceding_deleted": ("the section before deleted", _whole_sections(_preceding_deleted)),
    "rest_rewritten": ("every other paragraph rewritten", _rewritten_elsewhere),
    "neighbours_edited": ("both neighbouring sentences edited", _neighbours_edited),
    "paragraphs_swapped": ("two paragraphs of a section swapped", _paragraphs_swapped),
    "long_untouched": ("untouched in a text of 100,000 characters", _long_around(False)),
    "over_blocks_rewrapped": (
        "a range over two paragraphs, quoted",
        _over_blocks(lambda s: s.replace("\n\n", "\n\n\n")),
    ),
    "over_blocks_listed": (
        "a range over two paragraphs, made items",
        _over_blocks(lambda s: s.replace("\n\n", "\n\n- ")),
    ),
    "over_blocks_merged": ("a range over two paragraphs, merged", _over_blocks(lambda s: s.replace("\n\n", " ", 1))),
}
