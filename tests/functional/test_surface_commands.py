"""A site is let in by two commands, and its assertions work with what they printed."""

import io
import re
from uuid import uuid4

import jwt
import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.utils import timezone

from acl.assertions import NoIdentity, asserted_viewer, surface_of_origin
from tests import cast

pytestmark = pytest.mark.django_db
ORIGIN = "https://wiki.example"


def printed(*arguments: object, **options: object) -> str:
    out = io.StringIO()
    call_command(*arguments, stdout=out, **options)
    return out.getvalue()


def named(surface: str, kid: str, secret: str, *, origin: str = ORIGIN) -> str | None:
    """Whom an assertion of this moment, signed with this key, makes known; None for nobody."""
    now = timezone.now()
    claims = {"iss": surface, "aud": settings.PUBLIC_URL, "sub": "u-17", "origin": origin, "jti": uuid4().hex}
    claims |= {"iat": int(now.timestamp()), "exp": int(now.timestamp()) + 60}
    signed = jwt.encode(claims, secret, algorithm="HS256", headers={"kid": kid})
    try:
        return asserted_viewer(assertion=signed, origin=origin, now=now).principal.name
    except NoIdentity:
        return None


@pytest.fixture
def wiki() -> tuple[str, str, str]:
    """The uid of a site, its key's name, its secret."""
    cast.make_cast()
    surface, kid, secret = re.findall(r": (\S+)", printed("register_surface", "Wiki", origin=[ORIGIN]))
    printed("map_subject", surface, "u-17", "support")
    return surface, kid, secret


def test_a_site_is_registered_and_knows_its_people(wiki: tuple[str, str, str]) -> None:
    assert named(*wiki) == "support"


def test_a_key_that_leaked_is_replaced(wiki: tuple[str, str, str]) -> None:
    surface, leaked, _ = wiki
    kid, secret = re.findall(r": (\S+)", printed("change_surface", surface, new_key=True, revoke_key=[leaked]))[:2]
    assert named(*wiki) is None
    assert named(surface, kid, secret) == "support"


def test_a_site_moves_and_forgets_somebody(wiki: tuple[str, str, str]) -> None:
    moved = "https://pages.example"
    printed("change_surface", wiki[0], add_origin=[moved], remove_origin=[ORIGIN])
    assert (named(*wiki), named(*wiki, origin=moved)) == (None, "support")
    printed("change_surface", wiki[0], unmap=["u-17"])
    assert named(*wiki, origin=moved) is None


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({}, "Say what to change"),
        ({"add_origin": ["https://b.example"], "revoke_key": ["nothing"]}, "no such key"),
        ({"add_origin": ["https://b.example"], "remove_origin": ["https://c.example"]}, "no such key, origin"),
        ({"add_origin": ["https://b.example"], "unmap": ["u-18"]}, "Nothing changed"),
        ({"add_origin": ["https://b.example", "b.example/path"]}, "Nothing changed"),
    ],
)
def test_what_cannot_be_changed_says_why_and_changes_nothing(
    wiki: tuple[str, str, str], changes: dict[str, list[str]], told: str
) -> None:
    with pytest.raises(CommandError, match=told):
        printed("change_surface", wiki[0], **changes)
    assert named(*wiki) == "support"
    assert surface_of_origin(origin="https://b.example") is None


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
