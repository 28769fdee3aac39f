"""`rotate_incarnation`: after a restore or a failover, nothing cached before is ever used again (threat T5)."""

from typing import Any

from django.core.management.base import BaseCommand

from acl.services import rotate_incarnation


class Command(BaseCommand):
    help = "Make everything cached before unusable. Run it after a restore or a failover."

    def handle(self, *_: Any, **__: Any) -> None:
        rotate_incarnation()
        self.stdout.write("Nothing that was cached before will be used again.")
