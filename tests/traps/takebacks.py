"""Edits beside or above cited words that make another statement of them: a joiner, a scale, a question, a status."""

from collections.abc import Iterator
from random import Random

from tests.traps.cases import CHANGED, CURRENT, Edit, Operation
from tests.traps.measures import planting
from tests.traps.sources import Passage


def operations() -> Iterator[Operation]:
    """Every such edit, and its harmless twin."""
    for label, edits in ((CHANGED, _MUST_ALARM), (CURRENT, _MUST_NOT_ALARM)):
        for name, (trap, old, new) in edits.items():
            yield Operation(name, trap, label, planting(old, new))
    yield Operation("head_draft", "a field of the head that says draft", CHANGED, _headed)
    yield Operation("head_tagged", "a field of the head that says nothing of it", CURRENT, _tagged)


def _with_head(passage: Passage, field: str) -> Edit | None:
    if passage.text.startswith("---"):
        return None
    return Edit(passage.text, f"---\n{field}\n---\n\n{passage.text}", passage.start, passage.end)


def _headed(passage: Passage, _: Random) -> Edit | None:
    return _with_head(passage, "draft: true")


def _tagged(passage: Passage, _: Random) -> Edit | None:
    return _with_head(passage, "tags: [draft, old]")


_TABLE = "| Room | Fee |\n| --- | --- |\n| Hall | {} |\n| Vault | 50 |"
_RULE = "The guests may enter the vault after nine."
_MUST_ALARM = {
    "short_below": ("a short paragraph below", f"⟦{_RULE}⟧", f"{_RULE}\n\nThe opposite holds."),
    "valid_until_below": ("a short paragraph with an end", f"⟦{_RULE}⟧", f"{_RULE}\n\nValid until 2023."),
    "none_of_this": ("none of it is in force", f"⟦{_RULE}⟧", f"{_RULE}\n\nNone of this applies any more."),
    "ignore_it": ("readers are told to ignore it", f"⟦{_RULE}⟧", f"Please ignore the following.\n\n{_RULE}"),
    "for_some_only": ("it holds for some only", f"⟦{_RULE}⟧", f"The rules below apply to site B only.\n\n{_RULE}"),
    "status_line": ("a line on its status", f"## Vault\n\n⟦{_RULE}⟧", f"## Vault\n\nStatus: withdrawn\n\n{_RULE}"),
    "box_deprecated": ("a box of what is deprecated", f"!!! note\n    ⟦{_RULE}⟧", f"!!! deprecated\n    {_RULE}"),
    "joiner": (
        "all of the items made one of them",
        "Bring these:\n\n- a letter from home, and\n- ⟦a passport⟧",
        "Bring these:\n\n- a letter from home, or\n- a passport",
    ),
    "scale_above": ("a scale above a table", _TABLE.format("⟦30⟧"), f"Fees in thousands.\n\n{_TABLE.format(30)}"),
    "scale_below": ("a scale below a table", _TABLE.format("⟦30⟧"), f"{_TABLE.format(30)}\n\nin TEUR"),
    "opposed_title": ("another one of its kind", f"## Adults\n\n⟦{_RULE}⟧", f"## Children\n\n{_RULE}"),
    "opposed_label": ("another place in a label", f"**France:** ⟦{_RULE}⟧", f"**Germany:** {_RULE}"),
    "year_of_title": ("another year above", "## Fees 2024\n\n⟦The fee is 30.⟧", "## Fees 2025\n\nThe fee is 30."),
    "question_above": ("another question above", "## May I smoke?\n\n⟦Yes.⟧", "## May I drink?\n\nYes."),
    "question_before": ("another question before", "Q: May I smoke?\nA: ⟦Yes.⟧", "Q: May I drink?\nA: Yes."),
    "forbidden_before": (
        "a verb that denies",
        "Guests may ⟦enter the vault.⟧",
        "Guests are forbidden to enter the vault.",
    ),
    "few_before": ("of fewer", "Guests ⟦may enter the vault.⟧", "Few guests may enter the vault."),
    "place_before": ("a time put in front", "Guests ⟦may enter the vault.⟧", "On Sundays guests may enter the vault."),
    "attribution": ("another speaker below", f"> ⟦{_RULE}⟧\n>\n> — Anna", f"> {_RULE}\n>\n> — Carl"),
    "commented_code": ("a line commented out", "```\n⟦fee = 30⟧\ntax = 5\n```", "```\n# fee = 30\ntax = 5\n```"),
}
_MUST_NOT_ALARM = {
    "other_below": ("a short paragraph on something else", f"⟦{_RULE}⟧", f"{_RULE}\n\nThe vault is dry."),
    "none_of_others": ("none of other things", f"⟦{_RULE}⟧", f"{_RULE}\n\nNone of the guests is asked to wait."),
    "status_active": ("a status in force", f"## Vault\n\n⟦{_RULE}⟧", f"## Vault\n\nStatus: active\n\n{_RULE}"),
    "box_tip": ("a box of another kind", f"!!! note\n    ⟦{_RULE}⟧", f"!!! tip\n    {_RULE}"),
    "joiner_and": (
        "a joiner that only says so",
        "Bring these:\n\n- a letter from home;\n- ⟦a passport⟧",
        "Bring these:\n\n- a letter from home; and\n- a passport",
    ),
    "unit_said": ("a unit said for the first time", _TABLE.format("⟦30⟧"), f"Fees in EUR.\n\n{_TABLE.format(30)}"),
    "title_same": ("the same in another word", f"## Children\n\n⟦{_RULE}⟧", f"## Kids\n\n{_RULE}"),
    "question_same": ("the same question", "## May I smoke?\n\n⟦Yes.⟧", "## Is smoking fine?\n\nYes."),
    "joined_before": (
        "words that only join",
        "Guests ⟦may enter the vault.⟧",
        "In general, guests may enter the vault.",
    ),
    "name_put_below": ("a speaker put below", f"> ⟦{_RULE}⟧", f"> {_RULE}\n>\n> — Anna"),
    "other_code": ("another line commented out", "```\n⟦fee = 30⟧\ntax = 5\n```", "```\nfee = 30\n# tax = 5\n```"),
}
