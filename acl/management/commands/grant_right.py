"""`grant_right`: give a right over the whole installation to a person or a group, or take it away."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from acl.accounts import oldest_superuser
from acl.queries import Holder
from acl.rights import InstallationRight
from acl.services import grant_installation, revoke_installation
from citeledger.core.refusals import Refused


class Command(BaseCommand):
    help = "Grant a right over the whole installation to an account or a group; --revoke takes it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("right", choices=[right.value for right in InstallationRight])
        holder = parser.add_mutually_exclusive_group(required=True)
        holder.add_argument("--user", help="the username of a person or service")
        holder.add_argument("--group", help="the name of a group")
        parser.add_argument("--revoke", action="store_const", const=revoke_installation, default=grant_installation)

    def handle(self, *_: Any, **options: Any) -> None:
        actor = oldest_superuser()
        if actor is None:
            raise CommandError("Make the first administrator first: python manage.py createsuperuser")
        kind = "user" if options["user"] is not None else "group"
        holder, change = Holder(kind, options[kind]), options["revoke"]
        try:
            change(actor=actor, right=InstallationRight(options["right"]), holder=holder, at=timezone.now())
        except Refused as refused:
            raise CommandError(refused.detail) from refused
        done = "no longer holds" if change is revoke_installation else "holds"
        self.stdout.write(f"The {kind} {holder.name} {done} {options['right']}.")
