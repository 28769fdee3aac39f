"""`verify_ledger`: prove everything there is, name the first record that is not what it was."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from citeledger.evidence.texts import unused_results
from citeledger.evidence.verification import remember, verify


class Command(BaseCommand):
    help = "Re-slice every span, work out every hash and result again, open the log. Exit 1 names what is damaged."

    def handle(self, *_: Any, **__: Any) -> None:
        began = timezone.now()
        problems = list(verify(progress=lambda step: self.stderr.write(f"  {step} ...")))
        remember(problems=problems, at=began)
        for problem in problems:
            self.stdout.write(str(problem))
        if unused := unused_results():
            self.stdout.write(f"{unused} results of other rules, not used here.")
        if problems:
            raise CommandError(f"Problems: {len(problems)}. The first: {problems[0]}")
        self.stdout.write("Everything is what it was when it was written.")
