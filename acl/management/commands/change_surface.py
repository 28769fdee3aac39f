"""`change_surface`: new keys and origins of a site that shows badges, and what it may no longer use."""

import secrets
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from acl.accounts import oldest_superuser
from acl.surfaces import KeyDraft, add_key, add_origin, remove_origin, revoke_key, unmap_subject
from citeledger.core.refusals import NotFound, Refused


class Command(BaseCommand):
    help = "Change what a surface signs with, where it stands and whom it names. All of it or nothing, at once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("surface", type=UUID, help="the uid that register_surface printed")
        parser.add_argument("--new-key", action="store_true", help="one more key (HS256); printed, this once")
        parser.add_argument("--revoke-key", action="append", default=[], metavar="KID", help="nothing it signed counts")
        parser.add_argument("--add-origin", action="append", default=[], metavar="ORIGIN")
        parser.add_argument("--remove-origin", action="append", default=[], metavar="ORIGIN")
        parser.add_argument(
            "--unmap", action="append", default=[], metavar="SUBJECT", help="nobody we know from now on"
        )

    def handle(self, *_: Any, surface: UUID, **options: Any) -> None:
        actor, now = oldest_superuser(), timezone.now()
        if actor is None:
            raise CommandError("Make the first administrator first: python manage.py createsuperuser")
        changes = list(_changes(options, now))
        if not changes:
            raise CommandError("Say what to change: --new-key, --revoke-key, --add-origin, --remove-origin or --unmap.")
        try:
            with transaction.atomic():
                for change, _told in changes:
                    change(actor=actor, surface=surface, at=now)
        except NotFound:
            raise CommandError(
                "There is no such surface, or it has no such key, origin or subject. Nothing changed."
            ) from None
        except Refused as refused:
            raise CommandError(f"{refused.detail} Nothing changed.") from refused
        self.stdout.write("\n".join(told for _, told in changes))


def _changes(options: dict[str, Any], now: datetime) -> Iterator[tuple[Callable[..., None], str]]:
    """What is done, and what is printed once it is."""
    if options["new_key"]:
        key = KeyDraft(kid=secrets.token_hex(8), algorithm="HS256", key=secrets.token_urlsafe(48), not_before=now)
        yield partial(add_key, draft=key), f"key name (kid): {key.kid}\nsecret, shown this once: {key.key}"
    for kid in options["revoke_key"]:
        yield partial(revoke_key, kid=kid), f"Nothing signed with {kid} counts any more."
    for origin in options["add_origin"]:
        yield partial(add_origin, origin=origin), f"It may stand on {origin}."
    for origin in options["remove_origin"]:
        yield partial(remove_origin, origin=origin), f"It may no longer stand on {origin}."
    for subject in options["unmap"]:
        yield partial(unmap_subject, subject=subject), f"{subject} is nobody we know."
