"""A tool's call as a request to the site, and the site's reply. The site is any WSGI callable."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import httpx2
from rest_framework.exceptions import ValidationError
from rest_framework.fields import empty

from citeledger.interfaces.api.fields import Uid
from citeledger.interfaces.api.problems import ProblemFound
from citeledger.interfaces.mcp.operations import KEY_ARGUMENT, Operation
from citeledger.interfaces.mcp.sealing import MEMBER, opened
from citeledger.interfaces.mcp.untrusted import as_stored

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

_IDENTITY: Final = "/api/v1/me"


@dataclass(frozen=True, slots=True)
class Reply:
    """What the site said: its status, its headers, and its JSON."""

    status: int
    headers: Mapping[str, str]
    body: Any


class Site:
    """The site, asked in this process under `origin`, an origin it answers to. Keeps nothing from call to call."""

    def __init__(self, *, application: "WSGIApplication", origin: str) -> None:
        self._transport = httpx2.WSGITransport(app=application)
        self._origin = origin

    def identity(self, *, authorization: str) -> Reply:
        """Whom the token stands for, now."""
        return self._ask("GET", _IDENTITY, _identified(authorization))

    def call(self, *, operation: Operation, arguments: Mapping[str, Any], authorization: str) -> Reply:
        """The operation with these arguments, for the owner of the token. Raises ProblemFound, ValidationError."""
        left = dict(arguments)  # what nobody declared is told by the site
        path = _path(operation, left)
        headers = _identified(authorization) | _key(left)
        if operation.method == "GET":
            return self._ask("GET", path, headers, params={name: _parameter(name, left[name]) for name in left})
        content = json.dumps(_with_envelope(_with_stored_passages(left))).encode()
        return self._ask(operation.method, path, headers | {"Content-Type": "application/json"}, content=content)

    def _ask(self, method: str, path: str, headers: Mapping[str, str], **more: Any) -> Reply:
        try:
            request = httpx2.Request(method, self._origin + path, headers=headers, **more)
        except httpx2.InvalidURL:
            # Parameters of more than an address holds; there is nothing else in it that a caller chose.
            raise ProblemFound(code="too_long") from None
        response = self._transport.handle_request(request)
        try:
            return Reply(response.status_code, response.headers, json.loads(response.read()))
        finally:
            response.close()


def _identified(authorization: str) -> dict[str, str]:
    """No token of ours holds anything but ASCII; whatever does is no token, and could not travel."""
    return {"Authorization": authorization} if authorization.isascii() else {}


def _path(operation: Operation, arguments: dict[str, Any]) -> str:
    """The operation's path with its subject, which leaves the arguments."""
    subject = operation.tool.subject
    if not subject:
        return operation.path
    try:
        uid = Uid().run_validation(arguments.pop(subject, empty))
    except ValidationError as error:
        raise ValidationError({subject: error.detail}) from None
    return operation.path.replace("{uid}", str(uid))


def _key(arguments: dict[str, Any]) -> dict[str, str]:
    """The header for an idempotency key, which leaves the arguments."""
    if KEY_ARGUMENT not in arguments:
        return {}
    key = arguments.pop(KEY_ARGUMENT)
    if not isinstance(key, str) or not key.isascii() or not key.isprintable():
        raise ProblemFound(code="bad_idempotency_key", at=KEY_ARGUMENT)
    return {"Idempotency-Key": key}


def _parameter(name: str, value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise ProblemFound(code="wrong_type", detail="Send a string or a whole number.", at=name)
    return str(value)


def _with_envelope(arguments: dict[str, Any]) -> dict[str, Any]:
    return arguments | {MEMBER: opened(arguments[MEMBER])} if MEMBER in arguments else arguments


def _with_stored_passages(value: Any, *, name: str = "") -> Any:
    """Passages come back as they were shown, with invisible characters written out; the site proves what is stored."""
    if isinstance(value, dict):
        return {key: _with_stored_passages(child, name=key) for key, child in value.items()}
    if isinstance(value, list):
        return [_with_stored_passages(child) for child in value]
    return as_stored(value) if name == "exact" and isinstance(value, str) else value
