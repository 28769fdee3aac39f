"""Policy text out of nothing: every document different, every history with an edit where it counts."""

PASSAGES_PER_DOCUMENT = 2
_FILLER = (
    "Requests are answered by the team that owns the region, in the order in which they arrive, and are closed only "
    "when the person who asked has been told the outcome in writing and has had a week to object to it."
)


def passage(*, document: int, number: int, days: int = 30) -> str:
    """The sentence that is cited: different for every document and number."""
    return f"Goods of class {document}-{number} may be returned within {days} days of delivery."


def policy(*, document: int, days: int = 30, sections: int = 3, note: str = "") -> str:
    """A policy in Markdown: one cited passage in each of the first sections, and filler (about 250 characters each)."""
    parts = [f"# Policy {document}"]
    for number in range(sections):
        parts += [f"## {number + 1}. Section {number + 1} of policy {document}"]
        parts += [passage(document=document, number=number, days=days)] if number < PASSAGES_PER_DOCUMENT else []
        parts += [f"{_FILLER} This is paragraph {number} of policy {document}."]
    return "\n\n".join([*parts, f"Last note: {note or 'none'}."]) + "\n"


def once_edited(*, document: int) -> tuple[str, ...]:
    """Every fifth document has a second version; in every tenth the cited passages changed, else only the note."""
    first = policy(document=document)
    if document % 5:
        return (first,)
    return (first, policy(document=document, days=30 if document % 10 else 14, note="reviewed"))


def long_history(*, document: int, versions: int) -> tuple[str, ...]:
    """A long text edited again and again; the cited passages change in the middle of the history, once."""
    return tuple(
        policy(document=document, days=30 if number < versions // 2 else 14, sections=20, note=f"edition {number}")
        for number in range(versions)
    )
