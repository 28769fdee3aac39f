"""What stands between statements and says nothing: punctuation, white space, the mark of a list item. Pure.

Signs are none of it: "5" and "%", or "=", say together what neither says alone.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import dropwhile, takewhile
from typing import Final

from citeledger.providers import DraftStatement

MARKS: Final = r"[.,;:!?…)\]}\"'”“’»›–—。、，；：！？」』）؟،؛।]{1,8}"
"""A pattern: what ends or joins sentences, and what closes brackets and quotations."""
_BEHIND: Final = re.compile(rf"(?P<marks>(?:{MARKS})?)(?P<space>\s*)(?P<item>(?:(?<=\n)[-*+•–>][^\S\n]{{0,4}})?)")
_IN_FRONT: Final = re.compile(rf"{MARKS}(?!\S)\s*")
_MOST_BLANKS: Final = 2  # line ends of a break


@dataclass(frozen=True, slots=True)
class Behind:
    """What stands behind the words of a statement: `item` is the mark of the list item that begins there."""

    marks: str = ""
    space: str = ""
    item: str = ""

    def joined(self, space: str) -> str:
        """The marks and the white space up to what follows, `space` of which stands with that, as one break."""
        blank = self.space + space
        return self.marks + ("\n" * min(blank.count("\n"), _MOST_BLANKS) if "\n" in blank else " " if blank else "")


def readings(text: str, loose: str) -> tuple[tuple[str, Behind], ...]:
    """The words of a statement, and what stands behind them: punctuation as a part of them, then without it.

    `loose` follows the statement's own text and says nothing. Where a sign is in it, all of it is the statement's.
    """
    said = text.rstrip()
    found = _BEHIND.fullmatch(text[len(said) :] + loose)
    if found is None:
        whole = text + loose
        return ((words := whole.rstrip(), Behind(space=whole[len(words) :])),)
    after = Behind(**found.groupdict())
    return (said + after.marks, replace(after, marks="")), (said, after)


def with_what_follows(drafts: Sequence[DraftStatement]) -> list[tuple[DraftStatement, str]]:
    """The pieces of the answer, each with the white space and the punctuation up to the next: they say nothing."""
    joined: list[tuple[DraftStatement, str]] = []
    for draft in _with_what_stands_in_front(drafts):
        cut = _says_nothing_up_to(draft.text) if joined and not draft.spans else 0
        if cut:
            joined[-1] = joined[-1][0], joined[-1][1] + draft.text[:cut]
        if cut < len(draft.text):
            joined.append((DraftStatement(draft.text[cut:], draft.grounds), ""))
    return joined


def _with_what_stands_in_front(drafts: Sequence[DraftStatement]) -> Iterator[DraftStatement]:
    """A sign right in front of the first words is theirs: "-" and "5 %"."""
    in_front = "".join(draft.text for draft in takewhile(_says_nothing, drafts))
    for draft in dropwhile(_says_nothing, drafts):
        if in_front and draft.spans and in_front[-1].isspace():
            yield DraftStatement(in_front)
        else:
            draft = DraftStatement(in_front + draft.text, draft.grounds)
        in_front = ""
        yield draft


def _says_nothing(draft: DraftStatement) -> bool:
    return not (draft.spans or _says_something(draft.text))


def _says_something(text: str) -> bool:
    """Whether it holds a letter or a digit."""
    return any(map(str.isalnum, text))


def _says_nothing_up_to(text: str) -> int:
    """Where the punctuation and the white space end with which a text goes on after what stands in front of it."""
    if not _says_something(text):
        return len(text)
    found = _IN_FRONT.match(text)
    return found.end() if found else 0
