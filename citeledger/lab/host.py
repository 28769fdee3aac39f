"""What the example host on the other site is told: which citations the runbook shows now, and the key it signs with."""

import json

from django.conf import settings

from acl.models import Surface, SurfaceKey
from citeledger.lab import story
from citeledger.lab.models import Scene
from citeledger.lab.sentences import SENTENCES


def tell_host(scene: Scene) -> None:
    """Write var/host.json for the world on stage; the host reads it at every request."""
    surface = Surface.objects.get(name=story.SURFACE)
    key = SurfaceKey.objects.get(kid=story.KID)
    sentences = [
        {"text": text, "citation": scene.cast[f"citation:{name}"]}
        for name, text in SENTENCES.items()
        if f"citation:{name}" in scene.cast
    ]
    told = {"title": "Returns runbook", "sentences": sentences}
    told |= {"surface": str(surface.uid), "kid": key.kid, "key": key.key}
    path = settings.VAR_DIR / "host.json"
    path.parent.mkdir(exist_ok=True)
    path.touch(mode=0o600)
    path.write_text(json.dumps(told, indent=1), encoding="utf-8")
