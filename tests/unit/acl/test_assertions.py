"""Who a host says is looking: one right token, many wrong ones, one answer to all of those (threats T54-T57)."""

import base64
import hashlib
import hmac
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from django.contrib.auth.models import Group
from django.db import IntegrityError

from acl.assertions import AssertedViewer, NoIdentity, asserted_viewer, registered_origins, surface_of_origin
from acl.models import Surface, SurfaceKey, SurfaceOrigin, SurfaceSubject, User
from citeledger.core.principals import Kind
from citeledger.core.refusals import Refused

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
ORIGIN = "https://wiki.example"
AUDIENCE = "https://ledger.example"
SECRET = "a shared secret, long enough for every HMAC there is: more than sixty-four bytes"
OTHER_SECRET = "another secret of more than thirty-two bytes"
PRIVATE = Ed25519PrivateKey.from_private_bytes(b"\x07" * 32)
PUBLIC_PEM = (
    PRIVATE.public_key()
    .public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    .decode()
)


@dataclass
class Host:
    """A registered host, and what it can sign."""

    surface: Surface
    person: User

    def payload(self, **changes: Any) -> dict[str, Any]:
        now = int(NOW.timestamp())
        good = {
            "iss": str(self.surface.uid),
            "aud": AUDIENCE,
            "sub": "maria",
            "iat": now,
            "exp": now + 60,
            "jti": "b9c1",
            "origin": ORIGIN,
        }
        return good | changes

    def token(self, **changes: Any) -> str:
        return signed(payload=self.payload(**changes))

    def without(self, claim: str) -> str:
        payload = self.payload()
        del payload[claim]
        return signed(payload=payload)


def signed(*, payload: Any, secret: str = SECRET, header: dict[str, Any] | None = None) -> str:
    """HS256 by hand: the library would refuse to make most of what an attacker makes."""
    head = {"alg": "HS256", "typ": "JWT", "kid": "wiki-1"} if header is None else header
    body = f"{part(json.dumps(head))}.{part(payload if isinstance(payload, str) else json.dumps(payload))}"
    return f"{body}.{part(hmac.digest(secret.encode(), body.encode(), hashlib.sha256))}"


def part(value: str | bytes) -> str:
    raw = value if isinstance(value, bytes) else value.encode()
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


@pytest.fixture
def host(db: None, settings: Any) -> Host:
    settings.PUBLIC_URL = AUDIENCE
    person = User.objects.create(username="maria@example")
    User.objects.create(username="unmapped@example")
    gone = User.objects.create(username="gone@example", is_active=False)
    surface = Surface.objects.create(name="wiki")
    other = Surface.objects.create(name="desk")
    SurfaceOrigin.objects.create(surface=surface, origin=ORIGIN)
    SurfaceOrigin.objects.create(surface=other, origin="https://desk.example")
    SurfaceSubject.objects.create(surface=surface, subject="maria", user=person)
    SurfaceSubject.objects.create(surface=surface, subject="gone", user=gone)
    SurfaceSubject.objects.create(surface=other, subject="other", user=person)
    day = timedelta(days=1)
    add = SurfaceKey.objects.create
    add(surface=surface, kid="wiki-1", algorithm="HS256", key=SECRET, not_before=NOW - day)
    add(surface=surface, kid="wiki-ed", algorithm="EdDSA", key=PUBLIC_PEM, not_before=NOW - day)
    add(surface=surface, kid="wiki-old", algorithm="HS256", key=SECRET, not_before=NOW - day, revoked_at=NOW)
    add(surface=surface, kid="wiki-next", algorithm="HS256", key=SECRET, not_before=NOW + day)
    add(surface=surface, kid="wiki-short", algorithm="HS256", key="short", not_before=NOW - day)
    add(surface=surface, kid="wiki-odd", algorithm="EdDSA", key="no key at all", not_before=NOW - day)
    add(surface=surface, kid="wiki-512", algorithm="HS512", key=SECRET, not_before=NOW - day)
    add(surface=surface, kid="wiki-none", algorithm="none", key="", not_before=NOW - day)
    add(surface=other, kid="desk-1", algorithm="HS256", key=OTHER_SECRET, not_before=NOW - day)
    return Host(surface=surface, person=person)


def ask(assertion: str, *, origin: str = ORIGIN, now: datetime = NOW) -> AssertedViewer:
    return asserted_viewer(assertion=assertion, origin=origin, now=now)


def ed_token(host: Host, **header: Any) -> str:
    return jwt.encode(host.payload(), PRIVATE, algorithm="EdDSA", headers={"kid": "wiki-ed"} | header)


def with_header(host: Host, **changes: Any) -> str:
    header = {"alg": "HS256", "typ": "JWT", "kid": "wiki-1"} | changes
    return signed(payload=host.payload(), header={name: value for name, value in header.items() if value is not ...})


def as_rsa(host: Host) -> str:
    return jwt.encode(host.payload(), generate_private_key(65537, 2048), algorithm="RS256", headers={"kid": "wiki-1"})


def flipped(host: Host) -> str:
    head, _, tail = host.token().rpartition(".")
    return f"{head}.{'A' if tail[0] != 'A' else 'B'}{tail[1:]}"


def resigned_body(host: Host) -> str:
    head, _, tail = host.token().split(".")
    return f"{head}.{part(json.dumps(host.payload(sub='other')))}.{tail}"


AT = int(NOW.timestamp())
FORGERIES: dict[str, Callable[[Host], str]] = {
    "empty": lambda host: "",
    "not a token": lambda host: "not a token",
    "two parts": lambda host: host.token().rpartition(".")[0],
    "four parts": lambda host: host.token() + ".e30",
    "five parts, as if encrypted": lambda host: "e30.e30.e30.e30.e30",
    "not base64": lambda host: "!!!.???.***",
    "not Latin": lambda host: "жук.жук.жук",
    "lone surrogate": lambda host: "\ud800.\ud800.\ud800",
    "header is a list": lambda host: signed(payload=host.payload(), header=["HS256"]),
    "payload is a list": lambda host: signed(payload=[1, 2]),
    "payload is not JSON": lambda host: signed(payload="{"),
    "payload nested without end": lambda host: signed(payload="[" * 2500),
    "longer than any assertion": lambda host: host.token(note="x" * 5000),
    "alg none, unsigned": lambda host: with_header(host, alg="none").rpartition(".")[0] + ".",
    "alg None": lambda host: with_header(host, alg="None"),
    "alg none for a key stored so": lambda host: (
        with_header(host, alg="none", kid="wiki-none").rpartition(".")[0] + "."
    ),
    "alg missing": lambda host: with_header(host, alg=...),
    "alg a number": lambda host: with_header(host, alg=5),
    "alg in lower case": lambda host: with_header(host, alg="hs256"),
    "alg HS512 for an HS256 key": lambda host: jwt.encode(
        host.payload(), SECRET, algorithm="HS512", headers={"kid": "wiki-1"}
    ),
    "alg HS512 for a key stored so": lambda host: jwt.encode(
        host.payload(), SECRET, algorithm="HS512", headers={"kid": "wiki-512"}
    ),
    "alg RS256": as_rsa,
    "HMAC over the public key": lambda host: signed(
        payload=host.payload(), secret=PUBLIC_PEM, header={"alg": "HS256", "typ": "JWT", "kid": "wiki-ed"}
    ),
    "EdDSA under the name of the HMAC key": lambda host: ed_token(host, kid="wiki-1"),
    "signed with another key": lambda host: signed(payload=host.payload(), secret=OTHER_SECRET),
    "signed with a stranger's Ed25519 key": lambda host: jwt.encode(
        host.payload(), Ed25519PrivateKey.generate(), algorithm="EdDSA", headers={"kid": "wiki-ed"}
    ),
    "signature changed": flipped,
    "signature of another payload": resigned_body,
    "signature missing": lambda host: host.token().rpartition(".")[0] + ".",
    "kid missing": lambda host: with_header(host, kid=...),
    "kid unknown": lambda host: with_header(host, kid="wiki-9"),
    "kid a path": lambda host: with_header(host, kid="../../dev/null"),
    "kid with a quote": lambda host: with_header(host, kid="wiki-1' OR '1'='1"),
    "kid with NUL": lambda host: with_header(host, kid="wiki-1\0"),
    "kid a lone surrogate": lambda host: with_header(host, kid="\ud800"),
    "kid a list": lambda host: with_header(host, kid=["wiki-1"]),
    "kid in another case": lambda host: with_header(host, kid="WIKI-1"),
    "key revoked": lambda host: with_header(host, kid="wiki-old"),
    "key not yet in force": lambda host: with_header(host, kid="wiki-next"),
    "key too short": lambda host: signed(
        payload=host.payload(), secret="short", header={"alg": "HS256", "kid": "wiki-short"}
    ),
    "key that is no key": lambda host: ed_token(host, kid="wiki-odd"),
    "crit unknown": lambda host: with_header(host, crit=["pay"], pay=1),
    "crit empty": lambda host: with_header(host, crit=[]),
    "crit b64": lambda host: with_header(host, crit=["b64"], b64=False),
    "jku": lambda host: with_header(host, jku="https://evil.example/keys"),
    "x5u": lambda host: with_header(host, x5u="https://evil.example/chain"),
    "x5c": lambda host: with_header(host, x5c=["MIIB"]),
    "jwk": lambda host: with_header(host, jwk={"kty": "oct", "k": part(OTHER_SECRET)}),
    "compressed": lambda host: with_header(host, zip="DEF"),
    "typ of something else": lambda host: with_header(host, typ="at+jwt"),
    "iss missing": lambda host: host.without("iss"),
    "iss of another surface": lambda host: host.token(iss=str(Surface.objects.get(name="desk").uid)),
    "iss a part of the uid": lambda host: host.token(iss=str(host.surface.uid)[:8]),
    "iss in upper case": lambda host: host.token(iss=str(host.surface.uid).upper()),
    "iss a list": lambda host: host.token(iss=[str(host.surface.uid)]),
    "aud missing": lambda host: host.without("aud"),
    "aud another site": lambda host: host.token(aud="https://other.example"),
    "aud with a slash": lambda host: host.token(aud=AUDIENCE + "/"),
    "aud a list": lambda host: host.token(aud=[AUDIENCE, "https://other.example"]),
    "sub missing": lambda host: host.without("sub"),
    "sub unknown": lambda host: host.token(sub="nobody"),
    "sub the username itself": lambda host: host.token(sub="unmapped@example"),
    "sub of another surface": lambda host: host.token(sub="other"),
    "sub in another case": lambda host: host.token(sub="Maria"),
    "sub empty": lambda host: host.token(sub=""),
    "sub a number": lambda host: host.token(sub=1),
    "sub with NUL": lambda host: host.token(sub="maria\0"),
    "sub inactive": lambda host: host.token(sub="gone"),
    "iat missing": lambda host: host.without("iat"),
    "iat a text": lambda host: host.token(iat=str(AT)),
    "iat true": lambda host: host.token(iat=True),
    "iat 61 seconds ahead": lambda host: host.token(iat=AT + 61, exp=AT + 120),
    "exp missing": lambda host: host.without("exp"),
    "exp past": lambda host: host.token(iat=AT - 90, exp=AT - 30),
    "exp not a number": lambda host: host.token(exp=float("nan")),
    "exp endless": lambda host: host.token(exp=float("inf")),
    "exp huge": lambda host: host.token(exp=10**40),
    "exp before iat": lambda host: host.token(exp=AT - 1),
    "life of 121 seconds": lambda host: host.token(exp=AT + 121),
    "nbf in the future": lambda host: host.token(nbf=AT + 31),
    "nbf a text": lambda host: host.token(nbf="now"),
    "jti missing": lambda host: host.without("jti"),
    "jti empty": lambda host: host.token(jti=""),
    "jti a number": lambda host: host.token(jti=7),
    "origin missing": lambda host: host.without("origin"),
    "origin of another page": lambda host: host.token(origin="https://evil.example"),
    "origin that begins alike": lambda host: host.token(origin=ORIGIN + ".evil"),
    "origin null": lambda host: host.token(origin="null"),
    "origin a list": lambda host: host.token(origin=[ORIGIN]),
}


def test_the_corpus_is_large_enough() -> None:
    assert len(FORGERIES) >= 40


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_assertion_is_nobody(host: Host, name: str) -> None:
    with pytest.raises(NoIdentity) as raised:
        ask(FORGERIES[name](host))

    assert (type(raised.value), raised.value.args) == (NoIdentity, ("The viewer could not be identified.",))
    assert raised.value.__cause__ is None
    assert vars(raised.value) == {}


class TestARightAssertion:
    def test_names_the_person_and_the_surface(self, host: Host) -> None:
        viewer = ask(host.token())

        assert (viewer.principal.id, viewer.principal.uid) == (host.person.id, host.person.uid)
        assert viewer.principal.kind is Kind.PERSON
        assert (viewer.surface.uid, viewer.surface.origins) == (host.surface.uid, (ORIGIN,))

    def test_may_be_signed_with_ed25519(self, host: Host) -> None:
        assert ask(ed_token(host)).principal.id == host.person.id

    def test_may_be_used_again_while_it_lives(self, host: Host) -> None:
        token = host.token()

        assert ask(token) == ask(token)

    @pytest.mark.parametrize("seconds", [-59, 0, 60, 89])
    def test_holds_within_its_life_and_the_leeway(self, host: Host, seconds: int) -> None:
        assert ask(host.token(), now=NOW + timedelta(seconds=seconds)).principal.id == host.person.id

    @pytest.mark.parametrize("seconds", [-61, 90, 3600])
    def test_does_not_hold_outside(self, host: Host, seconds: int) -> None:
        with pytest.raises(NoIdentity):
            ask(host.token(), now=NOW + timedelta(seconds=seconds))

    @pytest.mark.parametrize(
        "origin",
        ["https://desk.example", "https://evil.example", "http://wiki.example", "https://wiki.example:444", "null", ""],
    )
    def test_is_bound_to_the_page_it_was_made_for(self, host: Host, origin: str) -> None:
        with pytest.raises(NoIdentity):
            ask(host.token(), origin=origin)

    def test_is_refused_at_an_origin_of_another_surface_even_when_signed_for_it(self, host: Host) -> None:
        with pytest.raises(NoIdentity):
            ask(host.token(origin="https://desk.example"), origin="https://desk.example")


class TestChangesTakeEffectAtOnce:
    def test_revoking_the_key(self, host: Host) -> None:
        token = host.token()
        SurfaceKey.objects.filter(kid="wiki-1").update(revoked_at=NOW)

        with pytest.raises(NoIdentity):
            ask(token)

    def test_removing_the_origin(self, host: Host) -> None:
        token = host.token()
        SurfaceOrigin.objects.filter(origin=ORIGIN).delete()

        with pytest.raises(NoIdentity):
            ask(token)

    def test_deactivating_the_person(self, host: Host) -> None:
        token = host.token()
        User.objects.filter(pk=host.person.pk).update(is_active=False)

        with pytest.raises(NoIdentity):
            ask(token)

    def test_a_second_key_works_beside_the_first_while_keys_rotate(self, host: Host) -> None:
        SurfaceKey.objects.create(
            surface=host.surface, kid="wiki-2", algorithm="HS256", key=OTHER_SECRET, not_before=NOW
        )
        second = signed(payload=host.payload(), secret=OTHER_SECRET, header={"alg": "HS256", "kid": "wiki-2"})

        assert ask(second).principal == ask(host.token()).principal


class TestTheAllowedGroup:
    def test_lets_its_members_in_and_nobody_else(self, host: Host) -> None:
        staff = Group.objects.create(name="staff")
        Surface.objects.filter(pk=host.surface.pk).update(allowed_group=staff)
        with pytest.raises(NoIdentity):
            ask(host.token())

        host.person.groups.add(staff)

        assert ask(host.token()).principal.id == host.person.id

    def test_is_read_live(self, host: Host) -> None:
        staff = Group.objects.create(name="staff")
        Surface.objects.filter(pk=host.surface.pk).update(allowed_group=staff)
        host.person.groups.add(staff)
        token = host.token()
        User.groups.through.objects.filter(user=host.person).delete()

        with pytest.raises(NoIdentity):
            ask(token)


class TestSurfaceOfOrigin:
    def test_finds_the_surface_of_an_exact_origin(self, host: Host) -> None:
        surface = surface_of_origin(origin=ORIGIN)

        assert surface is not None
        assert surface.uid == host.surface.uid

    @pytest.mark.parametrize(
        "origin",
        [
            "",
            "null",
            "*",
            "https://wiki.example.evil",
            "https://evil-wiki.example",
            "https://WIKI.example",
            "https://wiki.example:443",
            "https://wiki.example/",
            "http://wiki.example",
            "https://wiki.example\0",
            "https://wiki.example https://desk.example",
        ],
    )
    def test_finds_nothing_for_what_only_resembles_one(self, host: Host, origin: str) -> None:
        assert surface_of_origin(origin=origin) is None

    def test_an_origin_belongs_to_one_surface(self, host: Host) -> None:
        with pytest.raises(IntegrityError):
            SurfaceOrigin.objects.create(surface=Surface.objects.get(name="desk"), origin=ORIGIN)


class TestRegisteredOrigins:
    def test_lists_all_of_them_oldest_first(self, host: Host) -> None:
        assert registered_origins() == ("https://wiki.example", "https://desk.example")

    @pytest.mark.parametrize(
        "entry", ["*", "wiki.example https://", "http://wiki.example; script-src *", "'none' https://wiki.example"]
    )
    def test_a_bad_entry_is_refused_by_name_and_never_skipped(self, host: Host, entry: str) -> None:
        SurfaceOrigin.objects.create(surface=host.surface, origin=entry)

        with pytest.raises(Refused) as refused:
            registered_origins()

        assert entry in refused.value.detail or repr(entry) in refused.value.detail
