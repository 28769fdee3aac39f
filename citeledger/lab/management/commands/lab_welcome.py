"""`lab_welcome`: where to click, a demo token, and three curl lines that record and read a first citation."""

from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone

from acl.queries import tokens_of
from acl.services import issue_token, revoke_token
from citeledger.core.principals import Principal
from citeledger.interfaces.api.welcome import curl_lines
from citeledger.lab import first, story
from citeledger.lab.people import PASSWORD, ROLES, MissingPart, principal

_NAME: Final = "printed at start"


class Command(BaseCommand):
    help = "Print where the lab is and how to begin with the API."

    def handle(self, *_: Any, **__: Any) -> None:
        scene = story.current_scene()
        if scene is None:
            self.stderr.write("Nothing is on stage: run `python manage.py lab_load` first.")
            return
        try:
            legal = principal("legal")
        except MissingPart as missing:
            self.stderr.write(f"There is no demo token: the account {missing} is shut out.")
            return
        now = timezone.now()
        token = _demo_token(legal, at=now)
        base = settings.PUBLIC_URL
        self.stdout.write(f"\n  The lab             {base}/lab")
        self.stdout.write(f"  Another site        {settings.LAB_HOST_ORIGIN}/")
        names = ", ".join(role.username for role in ROLES)
        self.stdout.write(f"  Sign in             {base}/sign-in   as {names} or operator; password: {PASSWORD}")
        self.stdout.write("  Two agents to run   examples/agent/README.md   (with tokens of support and manager)")
        self.stdout.write(f"  A demo token        {token}   (legal)\n")
        self.stdout.write("  Record and read a first citation; paste one line after the other:\n")
        for line in curl_lines(base_url=base, token=token, example=first.example(now=now)):
            self.stdout.write(f"{line}\n")


def _demo_token(legal: Principal, *, at: datetime) -> str:
    """A new one, in place of the one printed before: otherwise every start would leave another that works for good."""
    for before in tokens_of(principal=legal):
        if before.name == _NAME and not before.revoked:
            revoke_token(actor=legal, token=before.uid, at=at)
    return issue_token(actor=legal, name=_NAME, at=at)
