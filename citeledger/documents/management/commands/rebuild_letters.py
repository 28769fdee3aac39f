"""`manage.py rebuild_letters`: the digests of letters are derived, so those that fail verification are made anew."""

from typing import Any

from django.core.management.base import BaseCommand

from citeledger.documents.services.lettering import rebuild_letters


class Command(BaseCommand):
    help = (
        "Makes anew, from the stored texts, what tells a program's copy of a text that is only set otherwise. For when"
        " verify_ledger finds one wrong; find out first who changed it, and what else."
    )

    def handle(self, *_: Any, **__: Any) -> None:
        """One line: how many texts there are."""
        self.stdout.write(f"letters of {rebuild_letters()} texts")
