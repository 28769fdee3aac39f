"""Registering hosts: their origins, keys and subjects. For operators; each change and its log entry commit together."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import Group
from django.db import transaction

from acl.assertions import ALGORITHMS
from acl.models import Surface, SurfaceKey, SurfaceOrigin, SurfaceSubject, User
from acl.names import given_once, name_of
from acl.origins import exact_origin
from acl.queries import require_operate
from acl.rights import RESERVED_GROUPS
from citeledger.core.principals import Principal
from citeledger.core.refusals import NotFound, Refused
from citeledger.log.services import append

SHORTEST_SECRET = 32
"""Bytes of an HS256 secret (RFC 7518, section 3.2)."""
LONGEST_SURFACE_NAME, LONGEST_KID = 100, 64
"""Code points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SurfaceDraft:
    """A surface to be. `allowed_group` limits whom its assertions may name; empty means every active user.

    `stops_on_failure` is its failure mode: where people read, what cannot be checked is shown as `unverified`; where a
    workflow acts, the question is refused with 503, to stop and to ask again (DESIGN rule 8).
    """

    name: str
    origins: tuple[str, ...]
    knows_states: bool = False
    is_public: bool = False
    stops_on_failure: bool = False
    allowed_group: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyDraft:
    """A key to be: HS256 with a secret text, or EdDSA with a public key in PEM."""

    kid: str
    algorithm: str
    key: str
    not_before: datetime


@transaction.atomic
def register_surface(*, actor: Principal, draft: SurfaceDraft, at: datetime) -> UUID:
    """Register a surface; its uid is the `iss` of its assertions. `Refused` names an origin that is not exact."""
    require_operate(principal=actor)
    name = name_of(text=draft.name, longest=LONGEST_SURFACE_NAME, code="invalid_name", at="name")
    surface = Surface(
        name=name,
        knows_states=draft.knows_states,
        is_public=draft.is_public,
        stops_on_failure=draft.stops_on_failure,
        allowed_group=_allowed_group(draft.allowed_group),
    )
    with given_once(refusal=Refused("name_taken", "A surface of that name exists; choose another.", "name")):
        surface.save(force_insert=True)
    for origin in sorted(set(draft.origins)):
        _add_origin(surface=surface, origin=origin)
    append(kind="surface_registered", actor=actor, subject=surface.uid, body={"name": name}, at=at)
    return surface.uid


@transaction.atomic
def add_origin(*, actor: Principal, surface: UUID, origin: str, at: datetime) -> None:
    """Let the surface frame and call us from one more exact origin."""
    found = _surface(actor=actor, uid=surface)
    _add_origin(surface=found, origin=origin)
    append(kind="origin_added", actor=actor, subject=surface, body={"origin": origin}, at=at)


@transaction.atomic
def remove_origin(*, actor: Principal, surface: UUID, origin: str, at: datetime) -> None:
    """Stop the surface from framing and calling us from this origin; takes effect with the next request."""
    deleted, _ = _surface(actor=actor, uid=surface).origins.filter(origin=origin).delete()
    if not deleted:
        raise NotFound
    append(kind="origin_removed", actor=actor, subject=surface, body={"origin": origin}, at=at)


@transaction.atomic
def add_key(*, actor: Principal, surface: UUID, draft: KeyDraft, at: datetime) -> None:
    """Give the surface one more key; two may be in force while keys rotate (threat T57). The key is never logged."""
    found = _surface(actor=actor, uid=surface)
    kid = _checked_kid(draft)
    key = SurfaceKey(surface=found, kid=kid, algorithm=draft.algorithm, key=draft.key, not_before=draft.not_before)
    with given_once(refusal=Refused("kid_taken", "A key of that name exists; choose another.", "kid")):
        key.save(force_insert=True)
    body = {"kid": kid, "algorithm": draft.algorithm}
    append(kind="surface_key_added", actor=actor, subject=surface, body=body, at=at)


@transaction.atomic
def revoke_key(*, actor: Principal, surface: UUID, kid: str, at: datetime) -> None:
    """Refuse everything signed with this key, from the next request on."""
    found = _surface(actor=actor, uid=surface)
    if not found.keys.filter(kid=kid, revoked_at=None).update(revoked_at=at):
        raise NotFound
    append(kind="surface_key_revoked", actor=actor, subject=surface, body={"kid": kid}, at=at)


@transaction.atomic
def map_subject(*, actor: Principal, surface: UUID, subject: str, user: UUID, at: datetime) -> None:
    """Say who a subject of the surface is here; a later call for the same subject replaces the earlier one."""
    found = _surface(actor=actor, uid=surface)
    person = User.objects.filter(uid=user).first()
    if person is None:
        raise Refused("unknown_user", "No user with that uid.", "user")
    SurfaceSubject.objects.update_or_create(surface=found, subject=subject, defaults={"user": person})
    append(kind="subject_mapped", actor=actor, subject=surface, body={"user": str(user)}, at=at)


@transaction.atomic
def unmap_subject(*, actor: Principal, surface: UUID, subject: str, at: datetime) -> None:
    """Forget who the subject is: from the next request on they are nobody we know."""
    deleted, _ = _surface(actor=actor, uid=surface).subjects.filter(subject=subject).delete()
    if not deleted:
        raise NotFound
    append(kind="subject_unmapped", actor=actor, subject=surface, body={}, at=at)


def _surface(*, actor: Principal, uid: UUID) -> Surface:
    require_operate(principal=actor)
    found = Surface.objects.filter(uid=uid).first()
    if found is None:
        raise NotFound
    return found


def _add_origin(*, surface: Surface, origin: str) -> None:
    """One origin, one surface: a browser cannot tell two apart, so neither can we (`surface_of_origin`)."""
    exact_origin(text=origin)
    with given_once(refusal=Refused("origin_taken", f"{origin} is registered already.", "origins")):
        SurfaceOrigin.objects.create(surface=surface, origin=origin)


def _allowed_group(name: str) -> Group | None:
    if not name:
        return None
    if name in RESERVED_GROUPS:
        raise Refused("reserved_group", "anyone and signed_in have no members; leave the group empty.", "allowed_group")
    found = Group.objects.filter(name=name).first()
    if found is None:
        raise Refused("unknown_group", "No group of that name; check the spelling.", "allowed_group")
    return found


def _checked_kid(draft: KeyDraft) -> str:
    """The key's name as it is stored, once the key itself is one we can check signatures with."""
    if draft.algorithm not in ALGORITHMS:
        raise Refused("bad_algorithm", f"The algorithm is one of {', '.join(ALGORITHMS)}.", "algorithm")
    if draft.algorithm == "HS256" and len(draft.key.encode()) < SHORTEST_SECRET:
        raise Refused("weak_key", f"An HS256 secret has at least {SHORTEST_SECRET} bytes.", "key")
    if draft.algorithm == "EdDSA" and "-----BEGIN PUBLIC KEY-----" not in draft.key:
        raise Refused("bad_key", "An EdDSA key is a public key in PEM; the private one stays with the host.", "key")
    return name_of(text=draft.kid, longest=LONGEST_KID, code="invalid_kid", at="kid")
