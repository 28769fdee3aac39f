"""How the text of an element shows, inside another of which that is known."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from citeledger.styling import hiding
from citeledger.styling.colours import BLACK, WHITE, Colour

_IN_BLOCKS: Final = frozenset(("block", "flex", "grid", "list-item", "table", "flow-root"))
_VARIABLE: Final = re.compile(r"var\(\s*(--[^\s,()]+)\s*(?:,([^()]*(?:\([^()]*\)[^()]*)*))?\)")
_ROUNDS: Final = 8  # variables in variables
_LONGEST_VALUE: Final = 1_000


@dataclass(frozen=True, slots=True)
class Look:
    """How the text of an element shows. What is `gone` takes everything inside along; the rest inside may undo."""

    gone: bool = False
    is_visible: bool = True
    size: float = hiding.USUAL_SIZE  # of letters, in pixels
    opacity: float = 1.0  # of all that is around, too
    is_struck: bool = False
    is_block: bool = False
    is_added_to: bool = False  # style rules put words before or behind it
    is_reordered: bool = False  # its letters are set in another order
    is_legible: bool = True  # not drawn in the colour that is behind it
    colour: Colour | None = BLACK
    background: Colour | None = WHITE
    variables: Mapping[str, str] = field(default_factory=dict)

    @property
    def shows(self) -> bool:
        """Whether text of the element itself is seen."""
        letters = self.colour.alpha if self.colour else 1.0
        is_drawn = self.size > hiding.TINY and self.opacity * letters >= hiding.FAINT
        return not self.gone and self.is_visible and is_drawn and self.is_legible


def look_of(declared_values: Mapping[str, str], around: Look) -> Look:
    """How an element shows for which these values count."""
    own = {name: value for name, value in declared_values.items() if name.startswith("--")}
    variables = {**around.variables, **own} if own else around.variables
    values = {
        name: resolved(value, variables).lower() for name, value in declared_values.items() if not name.startswith("--")
    }
    colour, background = hiding.text_colour(values, around.colour), hiding.background(values, around.background)
    return Look(
        gone=hiding.is_gone(values),
        is_visible=not hiding.is_hidden(values.get("visibility", ""), not around.is_visible),
        size=hiding.letter_size(values.get("font-size", ""), around.size),
        opacity=around.opacity * hiding.opacity(values.get("opacity", "")),
        is_struck=around.is_struck or hiding.strikes(values),
        is_block=values.get("display") in _IN_BLOCKS,
        is_added_to=around.is_added_to,
        is_reordered=around.is_reordered or "override" in values.get("unicode-bidi", ""),
        is_legible=hiding.is_legible(colour, background),
        colour=colour,
        background=background,
        variables=variables,
    )


def resolved(value: str, variables: Mapping[str, str]) -> str:
    """A value with its variables put in; one with an unknown variable, or that grows too long, is none."""
    for _ in range(_ROUNDS):
        if "var(" not in value:
            return value
        value = _VARIABLE.sub(lambda found: variables.get(found[1], found[2] or "").strip(), value)
        if len(value) > _LONGEST_VALUE:
            return ""
    return ""
