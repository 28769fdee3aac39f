"""Two edits at once: formatting all over the text, and an edit of the passage or none. The label is the passage's."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from tests.traps import formatting, hiding, layouts, letters, wording
from tests.traps.cases import Edit, Operation
from tests.traps.sources import Passage

# Other quotes would change what is between tags as well.
_LAYOUTS = sorted(name for name in layouts.WHOLE_TEXT if not name.startswith("quotes"))


def operations() -> Iterator[Operation]:
    """Every edit of words, letters and looks, each with one of the edits of a whole text."""
    # A word or line broken where it stands would be broken in the middle of a line.
    breaks = {"word_broken", "line_break_seen", "compound_broken"}
    for operation in (*wording.operations(), *hiding.operations(), *letters.operations(), *formatting.operations()):
        if operation.name in breaks:
            continue
        trap = f"{operation.trap}, and the whole text looks different"
        yield Operation(f"{operation.name}_too", trap, operation.label, _planting(operation))


def _planting(operation: Operation) -> Callable[[Passage, Random], Edit | None]:
    def plant(passage: Passage, random: Random) -> Edit | None:
        edit = operation.plant(passage, random)
        _, change = layouts.WHOLE_TEXT[random.choice(_LAYOUTS)]
        return edit and replace(edit, new=change(edit.new))

    return plant
