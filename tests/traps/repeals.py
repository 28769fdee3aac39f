"""Edits that leave cited words as they are and end what they say, in the ways of handbooks, policies and runbooks."""

from collections.abc import Iterator

from tests.traps.cases import CHANGED, CURRENT, Operation
from tests.traps.measures import planting


def operations() -> Iterator[Operation]:
    """Every such edit, and its harmless twin."""
    for label, edits in ((CHANGED, _MUST_ALARM), (CURRENT, _MUST_NOT_ALARM)):
        for name, (trap, old, new) in edits.items():
            yield Operation(name, trap, label, planting(old, new))


_RULE = "The guests may enter the vault after nine."
_ROWS = "| Rule | State |\n| --- | --- |\n| {} | {} |\n| Dogs wait in the hall. | Active |"
_NOTED = "Ask first. {} Bring a card.\n\nMore follows here.\n\n{}"
_FOLDED = "<details><summary>{}</summary>\n\n{}\n\n</details>"
_MUST_ALARM = {
    "class_deleted": ("a class that says so", f"⟦{_RULE}⟧", f'<p class="deleted">{_RULE}</p>'),
    "attributes_deprecated": ("attributes that say so", f"⟦{_RULE}⟧", f"{_RULE}\n{{: .deprecated}}"),
    "folded_ended": ("folded away as ended", f"⟦{_RULE}⟧", _FOLDED.format("No longer in force", _RULE)),
    "asked_by_component": ("shown on a condition", f"⟦{_RULE}⟧", f'<div v-if="false">{_RULE}</div>'),
    "superseded_by": ("superseded, in many words", f"⟦{_RULE}⟧", f"{_RULE}\n\nSuperseded by the policy HR-12 of May."),
    "suspended_by": ("suspended by somebody", f"⟦{_RULE}⟧", f"{_RULE}\n\nThe board has suspended this rule."),
    "followed_no_longer": ("no longer followed", f"⟦{_RULE}⟧", f"We no longer follow this rule.\n\n{_RULE}"),
    "repealed_in_a_clause": ("in a clause", f"⟦{_RULE}⟧", f"Note that this rule is no longer applicable.\n\n{_RULE}"),
    "repealed_by_name": (
        "by its heading",
        f"## Vault\n\n⟦{_RULE}⟧",
        f"## Vault\n\n{_RULE}\n\n## More\n\nVault: repealed.",
    ),
    "under_review": ("not settled", f"⟦{_RULE}⟧", f"This rule is under review.\n\n{_RULE}"),
    "kept_for_history": ("kept for history", f"⟦{_RULE}⟧", f"This text is kept for historical reference.\n\n{_RULE}"),
    "for_members_behind": (
        "narrowed behind",
        f"⟦{_RULE}⟧ Ask first.",
        f"{_RULE} This applies to members only. Ask first.",
    ),
    "framed_by_condition": ("a condition above", f"⟦{_RULE}⟧", f"If the warden agrees:\n\n{_RULE}"),
    "framed_by_time": ("a time above", f"⟦{_RULE}⟧", f"On Sundays:\n\n{_RULE}"),
    "framed_by_speaker": ("a speaker above", f"⟦{_RULE}⟧", f"According to Carl:\n\n{_RULE}"),
    "framed_by_past": ("the past above", f"⟦{_RULE}⟧", f"The policy used to say:\n\n{_RULE}"),
    "row_repealed": ("the state of its row", _ROWS.format(f"⟦{_RULE}⟧", "Active"), _ROWS.format(_RULE, "Repealed")),
    "row_answered": ("the answer of its row", _ROWS.format(f"⟦{_RULE}⟧", "Yes"), _ROWS.format(_RULE, "No")),
    "star_note": (
        "a note under a star",
        _NOTED.format(f"⟦{_RULE}⟧\\*", "\\* For members."),
        _NOTED.format(f"{_RULE}\\*", "\\* For the staff."),
    ),
    "bracket_note": (
        "a note in brackets",
        _NOTED.format(f"⟦{_RULE}⟧ [1]", "[1] For members."),
        _NOTED.format(f"{_RULE} [1]", "[1] For the staff."),
    ),
    "dated_before": (
        "another date before",
        "As of 1 May 2024, the guests of the house may ⟦enter the vault.⟧",
        "As of 1 May 2025, the guests of the house may enter the vault.",
    ),
    "modal_lost": (
        "a modal lost at a seam",
        "Guests must ask, and staff must ⟦open the vault.⟧",
        "Guests must ask. Staff open the vault.",
    ),
    "subject_far": (
        "a subject further off",
        "The seller of the house, who signed the form, must ⟦pay the fee.⟧",
        "The buyer of the house, who signed the form, must pay the fee.",
    ),
    "subject_taken_up": (
        "a subject that a pronoun takes up",
        "The seller signs the form. ⟦He pays the fee at the desk.⟧",
        "The buyer signs the form. He pays the fee at the desk.",
    ),
    "one_for_another": ("one in place of another", "Use ⟦the north door.⟧", "Use the bell instead of the north door."),
    "would_be": ("only supposed", "The fee is ⟦30 euros⟧ a day.", "The fee would be 30 euros a day."),
    "proposed": ("only proposed", "The fee is ⟦30 euros⟧ a day.", "The proposed fee is 30 euros a day."),
    "optional_step": (
        "made optional",
        f"1. Ask the warden.\n2. ⟦{_RULE}⟧",
        f"1. Ask the warden.\n2. (Optional) {_RULE}",
    ),
}
_MUST_NOT_ALARM = {
    "class_box": ("a class that says nothing", f"⟦{_RULE}⟧", f'<p class="lead">{_RULE}</p>'),
    "folded": ("folded away", f"⟦{_RULE}⟧", _FOLDED.format("Details", _RULE)),
    "repealed_elsewhere": (
        "another section",
        f"## Vault\n\n⟦{_RULE}⟧",
        f"## Vault\n\n{_RULE}\n\n## More\n\nAttic: repealed.",
    ),
    "repealed_on_condition": (
        "only if",
        f"⟦{_RULE}⟧",
        f"{_RULE}\n\nOnce the board has suspended this rule, ask the desk.",
    ),
    "led_in_by_name": ("a line that only leads there", f"⟦{_RULE}⟧", f"The rules of the house are:\n\n{_RULE}"),
    "row_renewed": ("another state of its row", _ROWS.format(f"⟦{_RULE}⟧", "Active"), _ROWS.format(_RULE, "In force")),
    "source_noted": (
        "a source in brackets",
        _NOTED.format(f"⟦{_RULE}⟧", ""),
        _NOTED.format(f"{_RULE} [1]", "[1] https://example.org/rules"),
    ),
    "sentence_before_polished": (
        "an adverb before a pronoun",
        "The seller first signs the form. ⟦He pays the fee at the desk.⟧",
        "The seller then signs the form. He pays the fee at the desk.",
    ),
    "used_for": (
        "what is used to do it",
        "A key is used by guests to ⟦enter the vault.⟧",
        "A key is used to enter the vault.",
    ),
}
