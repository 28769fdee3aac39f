"""`register_surface`: let a site show badges; prints what its operators need to sign viewer assertions."""

import secrets
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from acl.accounts import oldest_superuser
from acl.surfaces import KeyDraft, SurfaceDraft, add_key, register_surface
from citeledger.core.refusals import Refused


class Command(BaseCommand):
    help = "Register a site that shows badges, with its first key (HS256)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name")
        parser.add_argument("--origin", action="append", required=True, help="exact origin, e.g. https://wiki.example")
        parser.add_argument("--group", default="", help="only members of this group may be named by the site")
        parser.add_argument("--knows-states", action="store_true", help="its own scripts may see states (inline)")
        parser.add_argument("--stops", action="store_true", help="it acts on states: 503 instead of an unverified one")
        parser.add_argument("--public", action="store_true", help="answer visitors too, by what `anyone` may read")

    def handle(self, *_: Any, **options: Any) -> None:
        actor, now = oldest_superuser(), timezone.now()
        if actor is None:
            raise CommandError("Make the first administrator first: python manage.py createsuperuser")
        draft = SurfaceDraft(
            name=options["name"],
            origins=tuple(options["origin"]),
            knows_states=options["knows_states"],
            is_public=options["public"],
            stops_on_failure=options["stops"],
            allowed_group=options["group"],
        )
        key = KeyDraft(kid=secrets.token_hex(8), algorithm="HS256", key=secrets.token_urlsafe(48), not_before=now)
        try:
            with transaction.atomic():
                uid = register_surface(actor=actor, draft=draft, at=now)
                add_key(actor=actor, surface=uid, draft=key, at=now)
        except Refused as refused:
            raise CommandError(refused.detail) from refused
        self.stdout.write(f"surface (iss): {uid}\nkey name (kid): {key.kid}\nsecret, shown this once: {key.key}")
