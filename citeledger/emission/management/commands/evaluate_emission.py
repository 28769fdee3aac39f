"""Measure a run against gold statements and people's judgements; needs no database."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from citeledger.core.evaluation import Fault, read, report


class Command(BaseCommand):
    """Prints one JSON object, or nothing and what is wrong with the file (docs/evaluation.md)."""

    help = "Measure a run against gold statements and people's judgements (JSON Lines). Prints one JSON object."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file."""
        parser.add_argument("file", type=Path, metavar="FILE")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:  # noqa: ARG002 - Django's call
        """Read all of it before anything is printed."""
        try:
            lines = file.read_text(encoding="utf-8").split("\n")
            self.stdout.write(json.dumps(report(read(lines)), indent=2))
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}.") from None
        except UnicodeDecodeError as error:
            raise CommandError(f"{file}: not UTF-8 at byte {error.start}.") from None
        except Fault as fault:
            raise CommandError(f"{file}: {fault}.") from None
