"""A site is let in by two commands, and its assertions work with what they printed."""

import io
import re

import jwt
import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.utils import timezone

from acl.assertions import asserted_viewer, surface_of_origin
from tests import cast

pytestmark = pytest.mark.django_db
ORIGIN = "https://wiki.example"


def printed(*arguments: object, **options: object) -> str:
    out = io.StringIO()
    call_command(*arguments, stdout=out, **options)
    return out.getvalue()


def test_a_site_is_registered_and_knows_its_people() -> None:
    cast.make_cast()
    told = printed("register_surface", "Wiki", origin=[ORIGIN])
    surface, kid, secret = re.findall(r": (\S+)", told)
    printed("map_subject", surface, "u-17", "support")
    now = timezone.now()
    claims = {"iss": surface, "aud": settings.PUBLIC_URL, "sub": "u-17", "origin": ORIGIN, "jti": "one"}
    claims |= {"iat": int(now.timestamp()), "exp": int(now.timestamp()) + 60}
    signed = jwt.encode(claims, secret, algorithm="HS256", headers={"kid": kid})
    assert asserted_viewer(assertion=signed, origin=ORIGIN, now=now).principal.name == "support"


@pytest.mark.parametrize("stops", [True, False])
def test_its_failure_mode_is_said_once(stops: bool) -> None:
    cast.make_cast()
    printed("register_surface", "Robot", origin=[ORIGIN], stops=stops)
    found = surface_of_origin(origin=ORIGIN)
    assert found is not None
    assert found.stops_on_failure is stops


def test_what_cannot_be_registered_says_why() -> None:
    with pytest.raises(CommandError, match="createsuperuser"):
        printed("register_surface", "Wiki", origin=[ORIGIN])
    cast.make_cast()
    with pytest.raises(CommandError):
        printed("register_surface", "Wiki", origin=["wiki.example/path"])
    with pytest.raises(CommandError, match="no active account"):
        printed("map_subject", str(cast.unknown()), "u-17", "nobody")
    with pytest.raises(CommandError, match="no surface"):
        printed("map_subject", str(cast.unknown()), "u-17", "support")
