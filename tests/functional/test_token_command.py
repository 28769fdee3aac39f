"""Tokens of services from the command line: made by who administers, for services alone, and a fact."""

import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from acl.models import ApiToken
from acl.queries import principal_of_token
from acl.services import create_user, issue_token_of_service, set_active
from citeledger.core.principals import Kind
from citeledger.core.refusals import NotFound
from citeledger.log.models import LogEntry
from tests import cast
from tests.ground.databases import CommittedDatabase
from tests.ground.processes import environment

SERVICE = "desk-agent"


def people() -> cast.Cast:
    """Everybody, and a service that nobody can sign in as."""
    made = cast.make_cast()
    create_user(actor=made.superuser, username=SERVICE, password=None, kind=Kind.SERVICE, at=cast.AT)
    return made


def told(*arguments: str) -> str:
    out = io.StringIO()
    call_command("issue_token", *arguments, stdout=out)
    return out.getvalue().strip()


@pytest.mark.django_db
def test_a_service_gets_a_token_once_and_that_is_a_fact() -> None:
    made = people()
    found = principal_of_token(token=told(SERVICE, "desk"))

    assert found is not None
    assert (found.name, found.kind) == (SERVICE, Kind.SERVICE)
    entry = LogEntry.objects.get(kind="token_issued")
    assert (entry.actor_uid, entry.subject_uid) == (made.superuser.uid, ApiToken.objects.get().uid)


@pytest.mark.django_db
def test_nobody_elses_tokens_are_made() -> None:
    with pytest.raises(CommandError, match="createsuperuser"):
        told(SERVICE, "desk")
    made = people()
    for name in ("support", "nobody"):
        with pytest.raises(CommandError, match="no active service"):
            told(name, "desk")
    with pytest.raises(NotFound):
        issue_token_of_service(actor=made.support, service=SERVICE, name="desk", at=cast.AT)
    with pytest.raises(CommandError):
        told(SERVICE, "\u202edesk")
    found = principal_of_token(token=told(SERVICE, "desk"))
    assert found is not None
    assert found.uid is not None
    set_active(actor=made.superuser, user=found.uid, active=False, at=cast.AT)
    with pytest.raises(CommandError, match="no active service"):
        told(SERVICE, "desk")
    assert ApiToken.objects.filter(revoked_at=None).count() == 0


@pytest.mark.sqlite  # three programs; what they ask of the database is asked by the tests above, on both engines
def test_the_lines_of_the_page_run_as_printed(committed_db: CommittedDatabase) -> None:
    """In a shell that knows nothing but where the database of this test is."""
    people()
    page = Path(settings.BASE_DIR, "docs/administration.md").read_text()
    lines = "".join(re.findall(r"^```bash\n(.*?)^```", page, re.MULTILINE | re.DOTALL))
    known = {
        name: value for name, value in environment().items() if name in {"DATABASE_URL", "REDIS_URL", "PATH", "HOME"}
    }
    ran = subprocess.run(
        ["bash", "-euc", lines.replace(".venv/bin/python", sys.executable)],
        cwd=settings.BASE_DIR,
        env=known | {"SECRET_KEY": os.environ.get("SECRET_KEY", "x")},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (ran.returncode, lines.count("manage.py")) == (0, 3), ran.stderr
    token, granted, revoked = ran.stdout.splitlines()
    assert principal_of_token(token=token) is not None
    assert (granted, revoked) == ("The user legal holds audit.", "The user legal no longer holds audit.")
