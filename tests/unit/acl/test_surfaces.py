"""Registering hosts: operators only, exact origins only, every change logged with no secret in it."""

import io
from datetime import UTC, datetime
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.core.management.base import SystemCheckError

from acl import surfaces
from acl.assertions import registered_origins, surface_of_origin
from acl.models import Surface, SurfaceKey, SurfaceOrigin, User
from acl.origins import is_exact_origin
from acl.queries import principal_of
from acl.surfaces import KeyDraft, SurfaceDraft
from citeledger.core.principals import Principal
from citeledger.core.refusals import NotFound, Refused
from citeledger.log.models import LogDetail, LogEntry

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
SECRET = "a shared secret of more than thirty-two bytes"


@pytest.fixture
def operator(db: None) -> Principal:
    found = principal_of(user_id=User.objects.create(username="operator", is_superuser=True).pk)
    assert found is not None
    return found


@pytest.fixture
def wiki(operator: Principal) -> UUID:
    draft = SurfaceDraft(name="wiki", origins=("https://wiki.example", "http://localhost:8001"))
    return surfaces.register_surface(actor=operator, draft=draft, at=NOW)


def test_a_registered_surface_is_found_by_each_of_its_origins(wiki: UUID) -> None:
    found = surface_of_origin(origin="http://localhost:8001")

    assert found is not None
    assert (found.uid, found.origins) == (wiki, ("http://localhost:8001", "https://wiki.example"))


@pytest.mark.parametrize(
    "entry",
    [
        "*",
        "wiki.example",
        "wiki.example https://",
        "http://wiki.example; script-src *",
        "'none' https://wiki.example",
        "https://Wiki.example",
        "https://wiki.example:443",
        "https://wiki.example:99999",
        "https://wiki.example/",
        "https://user@wiki.example",
        "https://*.example",
        "https://wiki.example\n",
        "ftp://wiki.example",
        "null",
        "",
    ],
)
def test_an_origin_that_is_not_exact_is_refused_by_name_and_nothing_is_stored(operator: Principal, entry: str) -> None:
    with pytest.raises(Refused) as refused:
        surfaces.register_surface(actor=operator, draft=SurfaceDraft(name="bad", origins=(entry,)), at=NOW)

    assert refused.value.code == "bad_origin"
    assert repr(entry) in refused.value.detail
    assert registered_origins() == ()


@pytest.mark.parametrize("text", ["http://127.0.0.1:8000", "https://[::1]:8443", "https://a-b.c_d.example", "http://x"])
def test_what_browsers_send_is_exact(text: str) -> None:
    assert is_exact_origin(text=text)


@pytest.mark.parametrize(
    "entry", ["*", "wiki.example https://", "http://wiki.example; script-src *", "'none' https://wiki.example"]
)
def test_a_bad_entry_written_past_us_stops_the_start_by_name(wiki: UUID, entry: str) -> None:
    SurfaceOrigin.objects.create(surface=Surface.objects.get(uid=wiki), origin=entry)

    with pytest.raises(SystemCheckError) as failed:
        call_command("check", databases=["default"])

    assert repr(entry) in str(failed.value)


def test_good_entries_do_not_stop_the_start(wiki: UUID) -> None:
    told = io.StringIO()
    call_command("check", databases=["default"], stderr=told)
    assert "citeledger.E005" not in told.getvalue()


def test_an_origin_belongs_to_one_surface(operator: Principal, wiki: UUID) -> None:
    with pytest.raises(Refused) as refused:
        surfaces.register_surface(
            actor=operator, draft=SurfaceDraft(name="desk", origins=("https://wiki.example",)), at=NOW
        )

    assert refused.value.code == "origin_taken"


def test_a_removed_origin_is_gone_at_once(operator: Principal, wiki: UUID) -> None:
    surfaces.remove_origin(actor=operator, surface=wiki, origin="https://wiki.example", at=NOW)

    assert surface_of_origin(origin="https://wiki.example") is None


@pytest.mark.parametrize(
    ("code", "draft"),
    [
        ("bad_algorithm", KeyDraft(kid="k", algorithm="RS256", key=SECRET, not_before=NOW)),
        ("bad_algorithm", KeyDraft(kid="k", algorithm="none", key="", not_before=NOW)),
        ("weak_key", KeyDraft(kid="k", algorithm="HS256", key="x" * 31, not_before=NOW)),
        ("bad_key", KeyDraft(kid="k", algorithm="EdDSA", key=SECRET, not_before=NOW)),
    ],
)
def test_a_key_that_could_not_protect_anyone_is_refused(
    operator: Principal, wiki: UUID, code: str, draft: KeyDraft
) -> None:
    with pytest.raises(Refused) as refused:
        surfaces.add_key(actor=operator, surface=wiki, draft=draft, at=NOW)

    assert refused.value.code == code
    assert not SurfaceKey.objects.exists()


def test_every_change_is_logged_and_no_secret_is_in_the_log(operator: Principal, wiki: UUID) -> None:
    person = User.objects.create(username="maria")
    key = KeyDraft(kid="wiki-1", algorithm="HS256", key=SECRET, not_before=NOW)
    surfaces.add_key(actor=operator, surface=wiki, draft=key, at=NOW)
    surfaces.map_subject(actor=operator, surface=wiki, subject="maria@wiki", user=person.uid, at=NOW)
    surfaces.unmap_subject(actor=operator, surface=wiki, subject="maria@wiki", at=NOW)
    surfaces.revoke_key(actor=operator, surface=wiki, kid="wiki-1", at=NOW)
    surfaces.add_origin(actor=operator, surface=wiki, origin="https://wiki2.example", at=NOW)

    kinds = list(LogEntry.objects.filter(subject_uid=wiki).order_by("id").values_list("kind", flat=True))
    assert kinds == [
        "surface_registered",
        "surface_key_added",
        "subject_mapped",
        "subject_unmapped",
        "surface_key_revoked",
        "origin_added",
    ]
    assert not any(SECRET in body or "maria@wiki" in body for body in LogDetail.objects.values_list("body", flat=True))


def test_the_reserved_groups_cannot_limit_a_surface(operator: Principal) -> None:
    Group.objects.get_or_create(name="signed_in")

    with pytest.raises(Refused) as refused:
        surfaces.register_surface(
            actor=operator, draft=SurfaceDraft(name="x", origins=(), allowed_group="signed_in"), at=NOW
        )

    assert refused.value.code == "reserved_group"


def test_others_than_operators_are_told_nothing(operator: Principal, wiki: UUID) -> None:
    nobody = principal_of(user_id=User.objects.create(username="nobody").pk)
    assert nobody is not None

    for surface in (wiki, uuid4()):
        with pytest.raises(NotFound):
            surfaces.add_origin(actor=nobody, surface=surface, origin="https://evil.example", at=NOW)
    with pytest.raises(NotFound):
        surfaces.register_surface(actor=nobody, draft=SurfaceDraft(name="evil", origins=()), at=NOW)
