"""`import_history DIR` or `import_history WORKTREE PATH`: a history made elsewhere becomes a document."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from acl.accounts import importer, oldest_superuser
from acl.queries import Holder, principal_named
from citeledger.core.principals import Principal
from citeledger.core.refusals import Conflict, Refused
from citeledger.documents.histories import History, UnusableHistory, read_folder, read_work_tree
from citeledger.documents.services import HistoryDiverged, Step, import_history


class Command(BaseCommand):
    help = (
        "Import a history as a document with its versions: a folder of NNNN.md files with meta.json, or a file of a "
        "git work tree (renames followed). Run again to go on where it stopped. Prints the document's uid last."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("place", metavar="DIR", type=Path, help="the folder, or the git work tree")
        parser.add_argument("path", metavar="PATH", nargs="?", help="the file in the work tree")
        parser.add_argument(
            "--owner",
            metavar="USERNAME",
            help="who creates the document; else the first administrator, else the account 'importer'",
        )
        parser.add_argument("--title", default="", help="else the text's own title")
        parser.add_argument("--readable-by", metavar="GROUP", nargs="+", default=[], help="groups that may read it")
        parser.add_argument("--until", metavar="N", type=int, help="only the first N editions")

    def handle(self, *_: Any, **options: Any) -> None:
        try:
            document = import_history(
                actor=_owner(options["owner"]),
                history=_history(**options),
                title=options["title"],
                readers=[Holder("group", name) for name in options["readable_by"]],
                now=timezone.now,
                report=self._report,
            )
        except (UnusableHistory, HistoryDiverged) as reason:
            raise CommandError(str(reason)) from reason
        except Refused as refused:
            raise CommandError(f"{refused.code}: {refused.detail}") from refused
        except Conflict as conflict:
            raise CommandError("Somebody published a version meanwhile. Run the command again.") from conflict
        self.stdout.write(f"document {document}")

    def _report(self, step: Step) -> None:
        edition = step.edition
        said = f"{step.position}/{step.total} {edition.path} {edition.effective_at:%Y-%m-%d} {step.outcome}"
        self.stdout.write(f"{said}: {step.detail}" if step.detail else said)


def _history(*, place: Path, path: str | None, until: int | None, **_: Any) -> History:
    if until is not None and until < 1:
        raise UnusableHistory("--until counts editions from 1.")
    history = read_folder(folder=place) if path is None else read_work_tree(tree=place, path=path)
    return history if until is None else history.until(until)


def _owner(username: str | None) -> Principal:
    if username is None:
        owner = oldest_superuser() or importer(at=timezone.now())
    else:
        owner = principal_named(username=username)
    if owner is None:
        raise CommandError("No active user of that name; create the user, or name another with --owner.")
    return owner
