"""`issue_token`: a token for a service, which cannot sign in and make its own."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from acl.accounts import oldest_superuser
from acl.services import issue_token_of_service
from citeledger.core.refusals import NotFound, Refused


class Command(BaseCommand):
    help = "Make a token for a service and print it, this once. People make theirs on the site, page Your account."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("service", help="its username")
        parser.add_argument("name", help="what will use the token, so that tokens can be told apart")

    def handle(self, *_: Any, service: str, name: str, **__: Any) -> None:
        actor = oldest_superuser()
        if actor is None:
            raise CommandError("Make the first administrator first: python manage.py createsuperuser")
        try:
            token = issue_token_of_service(actor=actor, service=service, name=name, at=timezone.now())
        except NotFound:
            raise CommandError("There is no active service of that name; people make their own tokens.") from None
        except Refused as refused:
            raise CommandError(refused.detail) from refused
        self.stdout.write(token)
