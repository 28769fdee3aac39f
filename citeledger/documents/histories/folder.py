"""A folder of NNNN.md files with a meta.json that lists them: file, commit and date of each, oldest first."""

import json
import re
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from citeledger.documents.histories.editions import Edition, History, UnusableHistory, media_type_of

_FILE = re.compile(r"\d{4,}\.(?:md|txt)")


def read_folder(*, folder: Path) -> History:
    """The history in `folder`. Raises UnusableHistory when the list and the files do not agree."""
    meta = _listed(folder)
    try:
        editions = tuple(_edition(folder=folder, row=row) for row in meta["versions"])
        source = ", ".join(str(meta[key]) for key in ("source", "path", "licence") if meta.get(key))
        origin, slug = str(meta.get("repo", "")), str(meta.get("slug", folder.resolve().name))
    except (KeyError, TypeError, ValueError, AttributeError):
        raise UnusableHistory("meta.json must list versions, each with file, commit and date.") from None
    if not editions:
        raise UnusableHistory("meta.json lists no versions.")
    _refuse_unlisted(folder=folder, editions=editions)
    return History(
        name=f"{origin}:{meta.get('path', slug)}",
        title=slug,
        originator=origin,
        source_quality=f"Imported with its history. {source}".strip(),
        media_type=media_type_of(editions[0].path),
        editions=editions,
    )


def _listed(folder: Path) -> dict[str, Any]:
    try:
        meta = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise UnusableHistory("The folder needs a readable meta.json beside its NNNN.md files.") from None
    if not isinstance(meta, dict):
        raise UnusableHistory("meta.json must hold one object.")
    return meta


def _edition(*, folder: Path, row: dict[str, Any]) -> Edition:
    name, size = str(row["file"]), row.get("bytes")
    # The list is input: a name that leads out of the folder must not be followed.
    if not _FILE.fullmatch(name) or not (folder / name).is_file():
        raise UnusableHistory(f"meta.json lists {name!r}, which is no NNNN.md file of this folder.")
    if size is not None and size != (folder / name).stat().st_size:
        raise UnusableHistory(f"{name} has not the {size} bytes that meta.json gives it.")
    return Edition(
        path=name,
        commit=str(row.get("commit", "")),
        effective_at=_utc(str(row["date"])),
        load=partial((folder / name).read_bytes),
    )


def _utc(date: str) -> datetime:
    at = datetime.fromisoformat(date)
    if at.tzinfo is None:
        raise UnusableHistory("Dates in meta.json need their offset from UTC.")
    return at.astimezone(UTC)


def _refuse_unlisted(*, folder: Path, editions: tuple[Edition, ...]) -> None:
    present = {path.name for path in folder.iterdir() if _FILE.fullmatch(path.name)}
    unlisted = sorted(present - {edition.path for edition in editions})
    if unlisted:
        raise UnusableHistory(f"meta.json does not list {unlisted[0]}; a gap would go unseen.")
