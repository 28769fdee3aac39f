"""Who a host says is looking: a short-lived signed assertion, checked against the surface it names (threats T54-T57).

It proves who, never what they may read: rights are read live afterwards. Using an assertion twice shows nothing
that asking twice would not, so its `jti` is required (hosts and their logs can name it) and not remembered (T56).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

import jwt
import structlog
from django.conf import settings
from django.db.models import QuerySet

from acl.models import Surface, SurfaceKey, SurfaceOrigin, SurfaceSubject
from acl.origins import exact_origin, is_exact_origin
from citeledger.core.principals import Kind, Principal

ALGORITHMS: Final = ("HS256", "EdDSA")
LONGEST_LIFE: Final = timedelta(seconds=120)
LEEWAY: Final = timedelta(seconds=30)
"""How long after its end an assertion still holds, for clocks that differ."""
FURTHEST_AHEAD: Final = timedelta(seconds=60)
"""How far in the future an assertion may say it was issued (threat T57)."""
LONGEST_ASSERTION: Final = 4096
"""Characters."""

_HEADERS: Final = frozenset({"alg", "kid", "typ"})
_REQUIRED: Final = ["iss", "aud", "sub", "iat", "exp", "jti", "origin"]
_LONGEST_TEXT: Final = 255
_log = structlog.get_logger(__name__)


class NoIdentity(Exception):  # it is an answer, not a fault
    """Nobody we know is looking: show `unverified` and the constant way to sign in (DESIGN rule 13).

    Says nothing about why; operators find the reason in the log.
    """

    def __init__(self) -> None:
        super().__init__("The viewer could not be identified.")


class _Flaw(Exception):  # never leaves this module
    """What is wrong with an assertion, in a constant word for the log."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SurfaceView:
    """A surface as interfaces see it. `origins` are exact, sorted."""

    uid: UUID
    name: str
    knows_states: bool
    is_public: bool
    stops_on_failure: bool
    origins: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AssertedViewer:
    """The viewer an assertion names, and the surface that named them."""

    principal: Principal
    surface: SurfaceView


def asserted_viewer(*, assertion: str, origin: str, now: datetime) -> AssertedViewer:
    """The viewer for whom a host's page at `origin` asks. `now` is aware UTC.

    Raises `NoIdentity`, always the same one, for anything that is not entirely right (threat T55).
    """
    try:
        return _viewer(assertion=assertion, origin=origin, now=now)
    except _Flaw as flaw:
        _log.info("assertion refused", flaw=str(flaw))
        raise NoIdentity from None


def surface_of_origin(*, origin: str) -> SurfaceView | None:
    """The one surface registered at exactly this origin; None when there is none, or more than one to choose from."""
    if not is_exact_origin(text=origin):
        return None
    surfaces = Surface.objects.filter(origins__origin=origin).prefetch_related("origins")[:2]
    return _surface_view(surfaces[0]) if len(surfaces) == 1 else None


def registered_origins() -> tuple[str, ...]:
    """Every origin at which we may be framed, oldest first. A row that is no exact origin is `Refused`, not skipped."""
    rows = SurfaceOrigin.objects.order_by("id").values_list("origin", flat=True)
    return tuple(dict.fromkeys(exact_origin(text=row) for row in rows))


def _viewer(*, assertion: str, origin: str, now: datetime) -> AssertedViewer:
    key = _key(kid=_kid(assertion=assertion), now=now)
    claims = _claims(assertion=assertion, key=key)
    _check_times(claims=claims, now=now)
    surface = _surface_view(key.surface)
    _check_binding(claims=claims, surface=surface, origin=origin)
    principal = _principal(surface=key.surface, subject=_text(claims, "sub"))
    return AssertedViewer(principal=principal, surface=surface)


def _kid(*, assertion: str) -> str:
    """The key's name from a header that carries nothing but algorithm, key name and type.

    A closed list keeps out keys and addresses the token brings along (jwk, jku, x5u, x5c) and any `crit`.
    """
    if len(assertion) > LONGEST_ASSERTION:
        raise _Flaw("too long")
    try:
        header = jwt.get_unverified_header(assertion)
    except (jwt.PyJWTError, ValueError, RecursionError):
        raise _Flaw("not a token") from None
    if not header.keys() <= _HEADERS or header.get("typ", "JWT") != "JWT":
        raise _Flaw("unexpected header")
    return _text(header, "kid")


def _key(*, kid: str, now: datetime) -> SurfaceKey:
    keys = SurfaceKey.objects.filter(kid=kid, revoked_at=None, not_before__lte=now, algorithm__in=ALGORITHMS)
    key = keys.select_related("surface").first()
    if key is None:
        raise _Flaw("no such key in force")
    return key


def _claims(*, assertion: str, key: SurfaceKey) -> Mapping[str, Any]:
    """The claims, once the signature holds under the key's own algorithm. Times and names are checked by us:
    the library would read the wall clock, and compares audiences more generously than we want."""
    try:
        return jwt.decode(
            assertion,
            key.key,
            algorithms=[key.algorithm],
            options={
                "require": _REQUIRED,
                "verify_exp": False,
                "verify_iat": False,
                "verify_nbf": False,
                "verify_aud": False,
                "verify_iss": False,
                "enforce_minimum_key_length": True,
            },
        )
    except (jwt.PyJWTError, ValueError, RecursionError):
        raise _Flaw("bad signature or claims") from None


def _check_times(*, claims: Mapping[str, Any], now: datetime) -> None:
    issued, ends, moment = _seconds(claims, "iat"), _seconds(claims, "exp"), now.timestamp()
    if not 0 < ends - issued <= LONGEST_LIFE.total_seconds():
        raise _Flaw("lives too long")
    if ends + LEEWAY.total_seconds() <= moment:
        raise _Flaw("expired")
    if issued > moment + FURTHEST_AHEAD.total_seconds():
        raise _Flaw("issued in the future")
    if "nbf" in claims and _seconds(claims, "nbf") > moment + LEEWAY.total_seconds():
        raise _Flaw("not yet in force")


def _check_binding(*, claims: Mapping[str, Any], surface: SurfaceView, origin: str) -> None:
    """Equal texts, nothing looser: prefixes, lists and cases have been ways in (threats T55, T65)."""
    if _text(claims, "iss") != str(surface.uid):
        raise _Flaw("of another issuer")
    if _text(claims, "aud") != settings.PUBLIC_URL:
        raise _Flaw("for another audience")
    if _text(claims, "origin") != origin or origin not in surface.origins:
        raise _Flaw("from another origin")
    _text(claims, "jti")


def _principal(*, surface: Surface, subject: str) -> Principal:
    found = _subjects(surface=surface, subject=subject).values_list(
        "user__kind", "user_id", "user__uid", "user__username"
    )
    row = found.first()
    if row is None:
        raise _Flaw("nobody we know")
    return Principal(kind=Kind(row[0]), id=row[1], uid=row[2], name=row[3])


def _subjects(*, surface: Surface, subject: str) -> QuerySet[SurfaceSubject]:
    """At most one row: the active user behind the subject, a member of the surface's group where one is set."""
    subjects = SurfaceSubject.objects.filter(surface=surface, subject=subject, user__is_active=True)
    if surface.allowed_group_id is None:
        return subjects
    return subjects.filter(user__groups=surface.allowed_group_id)


def _surface_view(surface: Surface) -> SurfaceView:
    return SurfaceView(
        uid=surface.uid,
        name=surface.name,
        knows_states=surface.knows_states,
        is_public=surface.is_public,
        stops_on_failure=surface.stops_on_failure,
        origins=tuple(sorted(row.origin for row in surface.origins.all())),
    )


def _text(values: Mapping[str, Any], name: str) -> str:
    """A visible text of 1 to 255 characters; NUL and lone surrogates would otherwise reach the database."""
    value = values.get(name)
    if not isinstance(value, str) or not 0 < len(value) <= _LONGEST_TEXT or not value.isprintable():
        raise _Flaw(f"no usable {name}")
    return value


def _seconds(values: Mapping[str, Any], name: str) -> int:
    """Whole seconds since 1970 (RFC 7519 NumericDate; fractions, NaN and booleans are refused)."""
    value = values.get(name)
    if type(value) is not int or not 0 < value < 1 << 40:
        raise _Flaw(f"no usable {name}")
    return value
