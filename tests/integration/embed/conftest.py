"""A small world with a wiki that may know states, a desk that may not, a public site, a robot, and one citation."""

import hashlib
import hmac
import itertools
import json
import time
from base64 import urlsafe_b64encode
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest
from django.http import HttpResponse
from django.test import Client

from acl.models import Surface, SurfaceKey, SurfaceOrigin, SurfaceSubject
from tests import cast
from tests.ground.databases import BuiltOnce

LEDGER = "https://ledger.example"
WIKI = "https://wiki.example"
DESK = "https://desk.example"
OPEN = "https://open.example"
ROBOT = "https://robot.example"
SECRET = "a shared secret, long enough for the algorithm"
_serial = itertools.count()


@dataclass
class World:
    """Who and what there is, and the two questions an embed asks."""

    people: cast.Cast
    document: UUID
    citation: UUID
    surfaces: dict[str, Surface] = field(default_factory=dict)

    def assertion(self, who: str, *, at: str = WIKI, **changes: Any) -> str:
        now = int(time.time())
        claims = {"iss": str(self.surfaces[at].uid), "aud": LEDGER, "sub": who, "iat": now, "exp": now + 60}
        claims |= {"jti": str(next(_serial)), "origin": at} | changes
        signed = ".".join(_part(json.dumps(value).encode()) for value in ({"alg": "HS256", "kid": at[8:]}, claims))
        return f"{signed}.{_part(hmac.digest(SECRET.encode(), signed.encode(), hashlib.sha256))}"

    def states(self, *citations: UUID, who: str | None, at: str = WIKI, **headers: str) -> HttpResponse:
        assertion = None if who is None else self.assertion(who, at=at)
        body = {"citations": [str(uid) for uid in citations], "assertion": assertion}
        return post("/embed/v1/states", body, origin=at, **headers)

    def panel(self, citation: UUID, *, who: str | None, at: str = WIKI, **headers: str) -> HttpResponse:
        assertion = None if who is None else self.assertion(who, at=at)
        body = {"citation": str(citation), "assertion": assertion, "origin": at}
        return post("/embed/v1/panel", body, origin=LEDGER, **headers)


def post(path: str, body: Any, *, origin: str | None, content_type: str = "application/json", **headers: str) -> Any:
    data = body if isinstance(body, str | bytes) else json.dumps(body)
    sent = headers | ({} if origin is None else {"Origin": origin})
    return Client().post(path, data=data, content_type=content_type, headers=sent)


def _part(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


@pytest.fixture(scope="module")
def _world(built_once: BuiltOnce) -> World:
    return built_once(build)


@pytest.fixture
def world(_world: World, db: None, settings: Any) -> World:
    settings.PUBLIC_URL = LEDGER
    return deepcopy(_world)


def build() -> World:
    people = cast.make_cast()
    document = cast.make_document(owner=people.legal)
    citation = cast.cite(writer=people.legal, documents=[document]).citations[0]
    made = World(people=people, document=document, citation=citation)
    rights = {WIKI: {"knows_states": True}, DESK: {}, OPEN: {"knows_states": True, "is_public": True}}
    rights |= {ROBOT: {"knows_states": True, "stops_on_failure": True}}
    for origin, values in rights.items():
        made.surfaces[origin] = _surface(origin, people, **values)
    return made


def _surface(origin: str, people: cast.Cast, **values: bool) -> Surface:
    name = origin[8:]
    surface = Surface.objects.create(name=name, **values)
    SurfaceOrigin.objects.create(surface=surface, origin=origin)
    start = datetime(2026, 1, 1, tzinfo=UTC)
    SurfaceKey.objects.create(surface=surface, kid=name, algorithm="HS256", key=SECRET, not_before=start)
    for person in (people.support, people.contractor, people.manager, people.legal):
        SurfaceSubject.objects.create(surface=surface, subject=person.name, user_id=person.id)
    return surface
