"""`lab_load`: the demo accounts and a world on stage, unless there is one; and what the example host needs to know."""

import json
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone

from acl.models import Surface, SurfaceKey
from citeledger.lab import story
from citeledger.lab.board import SENTENCES
from citeledger.lab.models import Scene
from citeledger.lab.people import ensure_people


class Command(BaseCommand):
    help = "Load the refund-window story. Safe to run again: a world that is on stage stays there."

    def handle(self, *_: Any, **__: Any) -> None:
        now = timezone.now()
        ensure_people()
        story.ensure_surface(now=now)
        scene = story.current_scene() or story.tell(now=now)
        tell_host(scene)
        self.stdout.write("The lab is loaded.")


def tell_host(scene: Scene) -> None:
    """Write var/host.json: what the example host shows, and the key it signs with."""
    surface = Surface.objects.get(name=story.SURFACE)
    key = SurfaceKey.objects.get(kid=story.KID)
    sentences = [
        {"text": text, "citation": scene.cast[f"citation:{name}"]}
        for name, text in SENTENCES.items()
        if f"citation:{name}" in scene.cast
    ]
    told = {
        "title": "Returns runbook",
        "sentences": sentences,
        "surface": str(surface.uid),
        "kid": key.kid,
        "key": key.key,
    }
    path = settings.VAR_DIR / "host.json"
    path.parent.mkdir(exist_ok=True)
    path.touch(mode=0o600)
    path.write_text(json.dumps(told, indent=1), encoding="utf-8")
