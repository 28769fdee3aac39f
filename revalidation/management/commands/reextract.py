"""`manage.py reextract`: after an update of an extractor, read what is current or cited again."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from citeledger.documents.queries import DamagedVersion
from citeledger.documents.sandbox.reading import SandboxUnavailable
from revalidation.renditions import reextract, worth_reading_again


class Command(BaseCommand):
    help = (
        "Reads the bytes of every version that is current or cited again. What a newer extractor reads otherwise"
        " becomes the next rendition of the same version; no citation changes its state by it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--document", type=UUID, metavar="UID", help="only this document's versions")

    def handle(self, *_: Any, document: UUID | None, **__: Any) -> None:
        """One line for each new rendition, and how many versions were looked at."""
        count = made = 0
        for uid, number in worth_reading_again(document=document).values_list("uid", "number").iterator():
            count, made = count + 1, made + self._reread(uid, number)
        self.stdout.write(f"{count} versions read again, {made} new renditions")

    def _reread(self, uid: UUID, number: int) -> bool:
        try:
            rendition = reextract(version=uid, at=timezone.now())
        except DamagedVersion:
            raise CommandError(f"Version {uid} is damaged: run verify_ledger.") from None
        except SandboxUnavailable:
            raise CommandError("The process that reads files does not start; what is left was not read.") from None
        if rendition:
            self.stdout.write(f"version {number} ({uid}): now {rendition}")
        return rendition is not None
