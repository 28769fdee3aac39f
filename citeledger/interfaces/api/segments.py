"""The parts of an answer as one shape, so that a program needs no case for each kind."""

from typing import Any

from revalidation.reading import StatementView, StructureView


def shown_segment(view: StatementView | StructureView) -> dict[str, Any]:
    """The members of ``outputs.Segment``; `text` and `basis` are None where the viewer may not read the sources."""
    if isinstance(view, StructureView):
        return _members(type="structure", role=view.role, text=view.text)
    return _members(
        type="statement", text=view.text, citation=str(view.citation), state=view.state.value, basis=view.basis
    )


def _members(**given: str | None) -> dict[str, Any]:
    return dict.fromkeys(("type", "role", "text", "citation", "state", "basis")) | given
