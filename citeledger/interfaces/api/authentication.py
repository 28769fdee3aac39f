"""Who calls: a bearer token and nothing else. No cookie, no session, no CSRF token is ever looked at here.

A browser attaches cookies by itself, so an API that accepted them could be driven from another site (threat T65);
a token is attached by the program that means it.
"""

import re
from typing import Final

from django.contrib.auth.models import AnonymousUser
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from acl.queries import principal_of_token
from citeledger.core.principals import Principal

# RFC 6750, section 2.1; the scheme's name in any case (RFC 9110, section 11.1).
_BEARER: Final = re.compile(r"(?i:bearer) +([A-Za-z0-9._~+/-]{1,200}=*)")


class BearerToken(BaseAuthentication):
    """Puts the token's principal into `request.auth`. A token that does not hold is refused like no token."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, Principal] | None:
        header = request.META.get("HTTP_AUTHORIZATION")
        if header is None:
            return None
        given = _BEARER.fullmatch(header)
        principal = principal_of_token(token=given[1]) if given else None
        if principal is None:
            raise AuthenticationFailed
        return AnonymousUser(), principal

    def authenticate_header(self, request: Request) -> str:
        """The same challenge for every cause: which tokens once existed is nobody's business."""
        del request
        return 'Bearer realm="citeledger"'


class HasPrincipal(BasePermission):
    """Closed to everybody without a principal; what a principal may do is decided by the services."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        del view
        return isinstance(request.auth, Principal)


class BearerTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # registers itself, untyped
    target_class = BearerToken
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        del auto_schema
        return {"type": "http", "scheme": "bearer"}
