"""Another company's wiki that shows badges: a runbook inline at `/`, framed at `/framed`. Standard library only.

It stands for any host. What a host has to do is in three places here: the script tag in `page.html`, the elements
around each citation (`_inline`, `_framed`), and the signed assertion behind `/assertion` (`assertion`).

Run it with `python examples/host/app.py`. Environment:

    CITELEDGER_URL  origin of the ledger           (else PUBLIC_URL, else http://127.0.0.1:8000)
    HOST, PORT      where this site listens        (localhost; HOST_PORT, else PORT, else 8100)
    RUNBOOK_JSON    file with what to show         (var/host.json of the project)
    SURFACE, KID, KEY   uid, key name and secret of this surface (else "surface", "kid", "key" of that file)

The file: {"title": text, "sentences": [{"text": text, "citation": uid}]}, and optionally "surface", "kid", "key" and
"people": [{"subject": text, "label": text}]. It is read at every request, so it may change while this runs.
"""

import base64
import hashlib
import hmac
import json
import os
import secrets
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from html import escape
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from socketserver import ThreadingMixIn
from string import Template
from typing import Any
from urllib.parse import parse_qs
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

HERE = Path(__file__).resolve().parent
PAGE = Template((HERE / "page.html").read_text())
STYLE = (HERE / "style.css").read_text()
ASSERTION_SECONDS = 60
PEOPLE = (
    {"subject": "support", "label": "Support agent"},
    {"subject": "contractor", "label": "Contractor"},
    {"subject": "manager", "label": "Manager"},
    {"subject": "legal", "label": "Legal"},
)
NOBODY = {"subject": "", "label": "Nobody"}

Environ = dict[str, Any]
StartResponse = Callable[..., Any]


@dataclass(frozen=True)
class Host:
    """What this site is told about itself. `origin` is the address people use, never the Host header of a request."""

    ledger: str
    origin: str
    runbook_file: Path

    def runbook(self) -> dict[str, Any]:
        """The runbook and the keys, as they are now; an empty runbook before the lab has been loaded."""
        if not self.runbook_file.exists():
            return {"title": "Returns runbook", "sentences": []}
        found: dict[str, Any] = json.loads(self.runbook_file.read_text())
        return found


def host_from_environment() -> Host:
    """Read the variables named at the top."""
    name = os.environ.get("HOST", "localhost")
    port = os.environ.get("HOST_PORT") or os.environ.get("PORT") or "8100"
    ledger = os.environ.get("CITELEDGER_URL") or os.environ.get("PUBLIC_URL") or "http://127.0.0.1:8000"
    default_file = HERE.parents[1] / "var" / "host.json"
    file = Path(os.environ.get("RUNBOOK_JSON") or default_file)
    return Host(ledger=ledger.rstrip("/"), origin=f"http://{name}:{port}", runbook_file=file)


def assertion(*, host: Host, subject: str, now: float) -> str:
    """A viewer assertion: a JSON Web Token signed with HMAC-SHA256. `now` in seconds since 1970."""
    keys = host.runbook()
    header = {"alg": "HS256", "typ": "JWT", "kid": os.environ.get("KID") or keys["kid"]}
    claims = {
        "iss": os.environ.get("SURFACE") or keys["surface"],
        "aud": host.ledger,
        "sub": subject,
        "iat": int(now),
        "exp": int(now) + ASSERTION_SECONDS,
        "jti": secrets.token_hex(16),
        "origin": host.origin,
    }
    signed = f"{_encoded(json.dumps(header).encode())}.{_encoded(json.dumps(claims).encode())}"
    secret = os.environ.get("KEY") or keys["key"]
    return f"{signed}.{_encoded(hmac.digest(secret.encode(), signed.encode(), hashlib.sha256))}"


def _encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Application:
    """The site as WSGI. Who is "signed in" is whoever the visitor picked: this is a demonstration."""

    def __init__(self, *, host: Host) -> None:
        self._host = host
        self._routes: dict[tuple[str, str], Callable[[Environ], _Answer]] = {
            ("GET", "/"): self._inline_page,
            ("GET", "/framed"): self._framed_page,
            ("GET", "/assertion"): self._assertion,
            ("GET", "/style.css"): lambda _: _Answer(body=STYLE, content_type="text/css; charset=utf-8"),
            ("POST", "/person"): self._become,
        }

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        route = self._routes.get((environ["REQUEST_METHOD"], environ["PATH_INFO"]))
        answer = self._elsewhere(environ) or (route(environ) if route else _Answer(status="404 Not Found"))
        start_response(answer.status, [*answer.headers, ("Content-Type", answer.content_type), *self._always()])
        return [answer.body.encode()]

    def _elsewhere(self, environ: Environ) -> "_Answer | None":
        """Lead visitors to the address that assertions are made for: localhost and 127.0.0.1 are two origins."""
        if f"http://{environ.get('HTTP_HOST', '')}" == self._host.origin:
            return None
        return _Answer(status="307 Temporary Redirect", headers=(("Location", self._host.origin + "/"),))

    def _always(self) -> list[tuple[str, str]]:
        ledger = self._host.ledger
        policy = (
            f"default-src 'none'; script-src {ledger}; connect-src 'self' {ledger}; frame-src {ledger}; "
            "style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        )
        return [("Content-Security-Policy", policy), ("Cache-Control", "no-store"), ("Referrer-Policy", "same-origin")]

    def _assertion(self, environ: Environ) -> "_Answer":
        """Fetched by the ledger's script, with this site's cookie: who is looking, or 204 when nobody is."""
        subject = self._person(environ)["subject"]
        if not subject:
            return _Answer(status="204 No Content")
        return _Answer(body=assertion(host=self._host, subject=subject, now=time.time()), content_type="text/plain")

    def _become(self, environ: Environ) -> "_Answer":
        length = min(int(environ.get("CONTENT_LENGTH") or 0), 1000)
        form = parse_qs(environ["wsgi.input"].read(length).decode(errors="replace"))
        subject = form.get("person", [""])[0]
        known = subject if subject in {person["subject"] for person in self._people()} else ""
        back = "/framed" if form.get("page") == ["framed"] else "/"
        cookie = f"person={known}; Path=/; HttpOnly; SameSite=Lax"
        return _Answer(status="303 See Other", headers=(("Location", back), ("Set-Cookie", cookie)))

    def _people(self) -> list[dict[str, str]]:
        return [*self._host.runbook().get("people", PEOPLE), NOBODY]

    def _person(self, environ: Environ) -> dict[str, str]:
        people = self._people()
        try:
            cookies = SimpleCookie(environ.get("HTTP_COOKIE", ""))
        except CookieError:
            return NOBODY
        picked = cookies["person"].value if "person" in cookies else people[0]["subject"]
        return next((person for person in people if person["subject"] == picked), NOBODY)

    def _inline_page(self, environ: Environ) -> "_Answer":
        return self._page(environ, page="inline", step=_inline)

    def _framed_page(self, environ: Environ) -> "_Answer":
        return self._page(environ, page="framed", step=_framed)

    def _page(self, environ: Environ, *, page: str, step: Callable[[str, str, str], str]) -> "_Answer":
        runbook, person = self._host.runbook(), self._person(environ)
        steps = [step(row["text"], row["citation"], self._host.ledger) for row in runbook["sentences"]]
        body = PAGE.substitute(
            title=escape(runbook["title"]),
            ledger=escape(self._host.ledger),
            page=page,
            inline_current='aria-current="page"' if page == "inline" else "",
            framed_current='aria-current="page"' if page == "framed" else "",
            people="".join(_choice(one, picked=person) for one in self._people()),
            steps="".join(steps) or "<li>Nothing to show yet: load the lab first.</li>",
        )
        return _Answer(body=body)


@dataclass(frozen=True)
class _Answer:
    status: str = "200 OK"
    body: str = ""
    content_type: str = "text/html; charset=utf-8"
    headers: tuple[tuple[str, str], ...] = ()


def _inline(text: str, citation: str, ledger: str) -> str:
    return (
        f'<li><span class="sentence">{escape(text)}</span> '
        f'<citeledger-badge citation="{escape(citation)}">{_link(citation, ledger)}</citeledger-badge></li>'
    )


def _framed(text: str, citation: str, ledger: str) -> str:
    return (
        f'<li><p class="sentence">{escape(text)}</p>'
        f'<citeledger-frame citation="{escape(citation)}">{_link(citation, ledger)}</citeledger-frame></li>'
    )


def _link(citation: str, ledger: str) -> str:
    """What is left where scripts do not run."""
    return f'<a href="{escape(ledger)}/c/{escape(citation)}" target="_blank" rel="noopener noreferrer">Source</a>'


def _choice(person: dict[str, str], *, picked: dict[str, str]) -> str:
    pressed = "true" if person["subject"] == picked["subject"] else "false"
    return (
        f'<button name="person" value="{escape(person["subject"])}" aria-pressed="{pressed}">'
        f"{escape(person['label'])}</button>"
    )


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _QuietHandler(WSGIRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  # the name is the base class's
        """Say nothing: who looked at what is nobody's business."""


def main() -> None:
    """Serve until stopped."""
    host = host_from_environment()
    port = int(host.origin.rpartition(":")[2])
    with make_server("127.0.0.1", port, Application(host=host), _Server, _QuietHandler) as server:
        sys.stdout.write(f"Runbooks at {host.origin}/ with badges of {host.ledger}\n")
        sys.stdout.flush()
        server.serve_forever()


if __name__ == "__main__":
    main()
