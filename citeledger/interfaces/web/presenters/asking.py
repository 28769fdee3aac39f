"""What is asked before a right, a membership, a token or an account is taken away: whose it is and what follows."""

from collections.abc import Iterable
from dataclasses import dataclass

from acl.queries import Holder
from citeledger.interfaces.names import Name, shown_name
from citeledger.interfaces.web.presenters.rights import RightColumn, holder_name

_AT_ONCE = "That holds from the next request on, everywhere."


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """`heading` ends with `name`; `back` leads to the `place` it was asked from.

    `sent` are the fields of the form that asked for it, sent again with a yes.
    """

    heading: str
    name: Name
    consequences: tuple[str, ...]
    button: str
    place: str
    back: str
    sent: tuple[tuple[str, str], ...] = ()


def revoking(*, columns: Iterable[RightColumn], right: str, holder: Holder, place: str, back: str) -> Question:
    """Before a right is taken from somebody."""
    word = next(column.word for column in columns if column.value == right)
    return Question(
        heading=f"Revoke {word} from",
        name=holder_name(kind=holder.kind, name=holder.name),
        consequences=(_AT_ONCE, "It can be granted again."),
        button="Revoke",
        place=place,
        back=back,
    )


def revoking_token(*, name: str, back: str) -> Question:
    """Before a token ends."""
    return Question(
        heading="Revoke the token",
        name=shown_name(text=name),
        consequences=(f"Programs that use it are refused. {_AT_ONCE}", "There is no way back: they need a new one."),
        button="Revoke",
        place="Your account",
        back=back,
    )


def leaving(*, name: str, group: str, back: str) -> Question:
    """Before somebody is taken out of a group."""
    return Question(
        heading=f"Remove {shown_name(text=name).text} from",
        name=shown_name(text=group),
        consequences=(f"What only this group let them do ends. {_AT_ONCE}", "They can be added again."),
        button="Remove",
        place=shown_name(text=name).text,
        back=back,
    )


def shutting_out(*, name: str, back: str) -> Question:
    """Before an account is shut out."""
    return Question(
        heading="Deactivate",
        name=shown_name(text=name),
        consequences=(
            "The account is refused at once, everywhere: pages, tokens and badges on other sites.",
            "Its sessions and tokens end for good, also if it is activated again. What it wrote stays.",
        ),
        button="Deactivate",
        place=shown_name(text=name).text,
        back=back,
    )
