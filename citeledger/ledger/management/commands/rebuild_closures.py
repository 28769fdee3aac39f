"""`manage.py rebuild_closures UID...`: closures are derived, so those that fail verification are worked out again."""

from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from citeledger.core.lineage import LineageError
from citeledger.ledger.services import rebuild_closures


class Command(BaseCommand):
    help = (
        "Works out anew, from what each citation names, all that the citations of these texts rest on. For texts whose"
        " closures verify_ledger finds wrong; find out first who changed them, and what else."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """The uids of answers or derived texts."""
        parser.add_argument("texts", nargs="+", type=UUID, metavar="UID")

    def handle(self, *_: Any, texts: list[UUID], **__: Any) -> None:
        """Nothing is written where a lineage may not be, nor for uids that no text has."""
        try:
            count = rebuild_closures(answers=texts)
        except LineageError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{count} closures rebuilt")
