"""Texts one after the other. What stands between them comes from a list: a separator is no place for words."""

from typing import Final

from citeledger.core.operations.definitions import AnyOperation, Choices, Operation, Parameter
from citeledger.core.operations.limits import LONGEST_RESULT
from citeledger.core.operations.reading import read_text
from citeledger.core.operations.refusing import NotComputable
from citeledger.core.operations.values import Text

SEPARATORS: Final = (" ", "", ", ", "; ", " / ", " – ", "\n", "、")


def concatenation(texts: tuple[Text, ...], choices: Choices) -> Text:
    """The inputs in their order, white space around each left off."""
    joined = str(choices["separator"]).join(source.text for source in texts)
    if len(joined) > LONGEST_RESULT:
        raise NotComputable("result_too_long")
    return Text(joined)


OPERATIONS: tuple[AnyOperation, ...] = (
    Operation(
        id="concatenation/1",
        summary="the inputs one after the other",
        takes="spans of any text",
        gives="text",
        read=read_text,
        run=concatenation,
        least=2,
        parameters=(Parameter("separator", SEPARATORS, " "),),
    ),
)
