"""`map_subject`: say who a subject of a site is here."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from acl.accounts import oldest_superuser
from acl.queries import principal_named
from acl.surfaces import map_subject
from citeledger.core.refusals import NotFound


class Command(BaseCommand):
    help = "Map a subject of a surface (the `sub` of its assertions) to an account; the last call counts."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("surface", type=UUID, help="the uid that register_surface printed")
        parser.add_argument("subject")
        parser.add_argument("username")

    def handle(self, *_: Any, surface: UUID, subject: str, username: str, **__: Any) -> None:
        actor, person = oldest_superuser(), principal_named(username=username)
        if actor is None or person is None or person.uid is None:
            raise CommandError("There is no active account of that name, or no administrator yet.")
        try:
            map_subject(actor=actor, surface=surface, subject=subject, user=person.uid, at=timezone.now())
        except NotFound:
            raise CommandError("There is no surface with that uid.") from None
        self.stdout.write(f"{subject} is {username}.")
