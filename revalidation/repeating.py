"""What a program is handed to repeat: the words of what is `current`, and no others unless it asks for them."""

from dataclasses import replace

from citeledger.core.states import State
from revalidation.reading import without_bare_headings
from revalidation.views import AnswerView, PageView, StatementView, StructureView


def repeatable(view: AnswerView) -> AnswerView:
    """The answer without the words of what is not `current`, nor headings that stood over nothing else."""
    return replace(view, segments=without_bare_headings(tuple(_repeatable(segment) for segment in view.segments)))


def repeatable_page(view: PageView) -> PageView:
    """The page without the words of what is not `current`."""
    return replace(view, statements=tuple(_worded(statement) for statement in view.statements))


def _repeatable(segment: StatementView | StructureView) -> StatementView | StructureView:
    return _worded(segment) if isinstance(segment, StatementView) else segment


def _worded(statement: StatementView) -> StatementView:
    return statement if statement.state is State.CURRENT else replace(statement, text=None)
