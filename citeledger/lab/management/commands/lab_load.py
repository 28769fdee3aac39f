"""`lab_load`: the demo accounts and a world on stage, unless there is one; and what the example host needs to know."""

from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from citeledger.lab import curtain, story
from citeledger.lab.host import tell_host
from citeledger.lab.people import MissingPart, ensure_people


class Command(BaseCommand):
    help = "Load the refund-window story. Safe to run again: a world that is on stage stays there."

    def handle(self, *_: Any, **__: Any) -> None:
        now = timezone.now()
        ensure_people(now=now)
        try:
            self._load(now)
        except MissingPart as missing:
            self.stderr.write(f"The lab is not loaded: its account {missing} is shut out.")
            return
        self.stdout.write("The lab is loaded.")

    def _load(self, now: datetime) -> None:
        story.ensure_surface(now=now)
        scene = story.current_scene() or story.tell(now=now)
        curtain.fall(on_stage=scene, now=now)
        tell_host(scene)
