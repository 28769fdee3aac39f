"""The history of one file of a git work tree, along its main line and through its renames."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from citeledger.documents.histories.editions import Edition, History, UnusableHistory, media_type_of

_SECONDS = 120  # for one question to git
_COMMIT = re.compile(r"\x01([0-9a-f]{40}|[0-9a-f]{64})\x02(.+)")
# A work tree may come from a stranger, and its own configuration can name programs to run: none of those that a
# log consults is left to it, no remote is ever asked for missing objects, and a path is a path, not a pattern.
_SAFE = ("--no-pager", "--literal-pathspecs", "-c", "core.fsmonitor=false", "-c", "log.showSignature=false")
_ENVIRONMENT = {
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}
# The newest first: with --reverse, git forgets what was before a rename.
_LOG = ("log", "--follow", "--first-parent", "-z", "--name-status", "--no-ext-diff", "--format=%x01%H%x02%cI")


def read_work_tree(*, tree: Path, path: str) -> History:
    """The history of the file `path` (relative to `tree`); an edition's date is the date of its commit.

    Raises UnusableHistory when git is missing, `tree` is no work tree, or the file has no history in it.
    """
    changes = list(_changes(_text(_git(tree, *_LOG, "--", path))))
    if not changes or not f"/{changes[0][-1]}".endswith(f"/{path}"):
        raise UnusableHistory("git knows no history of a file at that path in this work tree.")
    editions = tuple(_edition(tree, *change) for change in reversed(changes))
    return History(
        # The first commit makes it the same history in every clone.
        name=f"{editions[0].commit}:{path}",
        title=Path(path).stem,
        originator=tree.resolve().name,
        source_quality="Imported with its history from a git work tree.",
        media_type=media_type_of(path),
        editions=editions,
    )


def _text(told: bytes) -> str:
    try:
        return told.decode()
    except UnicodeDecodeError:
        raise UnusableHistory("This history names a path that is not UTF-8.") from None


def _changes(told: str) -> Iterator[tuple[str, str, str, str]]:
    """(commit, date, what happened, path after it); in git's output a rename names two paths, all else one."""
    commit = date = ""
    parts = iter(told.split("\0"))
    for part in parts:
        header = _COMMIT.fullmatch(part)
        if header:
            commit, date = header.groups()
        elif part.strip():
            happened = part.strip()[0]
            before = next(parts)
            yield commit, date, happened, next(parts) if happened in "RC" else before


def _edition(tree: Path, commit: str, date: str, happened: str, path: str) -> Edition:
    return Edition(
        path=path,
        commit=commit,
        effective_at=datetime.fromisoformat(date).astimezone(UTC),
        load=partial(_absent if happened == "D" else _blob, tree, f"{commit}:{path}"),
    )


def _blob(tree: Path, name: str) -> bytes | None:
    return _git(tree, "cat-file", "blob", name)


def _absent(_tree: Path, _name: str) -> bytes | None:
    return None


def _environment() -> dict[str, str]:
    # GIT_DIR and its kin would point git somewhere else than `tree`.
    return {name: value for name, value in os.environ.items() if not name.startswith("GIT_")} | _ENVIRONMENT


def _git(tree: Path, *arguments: str) -> bytes:
    program = shutil.which("git")
    if program is None:
        raise UnusableHistory("Reading a work tree needs git, which is not installed.")
    answer = subprocess.run(  # noqa: S603  # a fixed program, a list of arguments, no shell
        [program, *_SAFE, "-C", str(tree), *arguments],
        env=_environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=_SECONDS,
        check=False,
    )
    if answer.returncode:
        said = answer.stderr.decode("utf-8", errors="replace").strip().splitlines()
        raise UnusableHistory(f"git says: {said[0] if said else 'nothing'}")
    return answer.stdout
