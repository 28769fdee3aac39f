"""Every route of the API, once: what to send, and what someone without any right on the named things hears.

A new route without a row here fails the suite (threat T28).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

from tests.functional.api.cast import SENTENCE, World, envelope_of, ingest_of, page_of, quoting, span_of

Body = Callable[[World], Any]


@dataclass(frozen=True)
class Row:
    """`path` takes names of the world's ids; `stranger` is the status for who may read none of them."""

    method: str
    path: str
    stranger: int
    body: Body = lambda _world: None
    is_open: bool = False
    content_type: str = ""

    @property
    def name(self) -> str:
        return f"{self.method} {self.path}"

    def send(self, *, by: Any, world: World) -> Any:
        headers = {"Content-Type": self.content_type} if self.content_type else {}
        return by.send(self.method, self.path.format(**vars(world)), self.body(world), **headers)


def _grant(right: str) -> Body:
    return lambda _world: {"right": right, "holder": {"kind": "group", "name": "anyone"}}


def _empty(_world: World) -> Any:
    return {}


# By pattern of the URL conf, below api/.
ROUTES: dict[str, list[Row]] = {
    "v1/schema": [Row("GET", "schema", 200, is_open=True)],
    "v1/problems": [Row("GET", "problems", 200, is_open=True)],
    "v1/problems/<slug:code>": [Row("GET", "problems/not_found", 200, is_open=True)],
    "v1/limits": [Row("GET", "limits", 200, is_open=True)],
    "v1/me": [Row("GET", "me", 200)],
    "v1/documents": [Row("GET", "documents", 200), Row("POST", "documents", 201, lambda _: {"title": "Mine"})],
    "v1/documents/<uuid:uid>": [Row("GET", "documents/{document}", 404)],
    "v1/documents/<uuid:uid>/metadata": [
        Row("PUT", "documents/{document}/metadata", 404, lambda _: {"title": "Mine", "expected_number": 1})
    ],
    "v1/documents/<uuid:uid>/versions": [
        Row("GET", "documents/{document}/versions", 404),
        Row(
            "POST",
            "documents/{document}/versions",
            404,
            lambda world: {"text": "Mine", "media_type": "text/plain", "expected_version": world.version},
        ),
    ],
    "v1/documents/<uuid:uid>/preview": [
        Row("POST", "documents/{document}/preview", 404, lambda _: {"text": "Mine", "media_type": "text/plain"})
    ],
    "v1/documents/<uuid:uid>/retire": [Row("POST", "documents/{document}/retire", 404, _empty)],
    "v1/documents/<uuid:uid>/life": [Row("GET", "documents/{document}/life", 404)],
    "v1/documents/<uuid:uid>/unretire": [Row("POST", "documents/{document}/unretire", 404, _empty)],
    "v1/documents/<uuid:uid>/revert": [
        Row(
            "POST",
            "documents/{document}/revert",
            404,
            lambda world: {"to": world.version, "expected_version": world.version},
        )
    ],
    "v1/documents/<uuid:uid>/supersede": [
        Row(
            "POST",
            "documents/{document}/supersede",
            404,
            lambda world: {"by": world.document, "effective_from": "2026-11-30T00:00:00Z"},
        )
    ],
    "v1/documents/<uuid:uid>/grants": [
        Row("GET", "documents/{document}/grants", 404),
        Row("POST", "documents/{document}/grants", 404, _grant("read")),
    ],
    "v1/documents/<uuid:uid>/grants/revoke": [Row("POST", "documents/{document}/grants/revoke", 404, _grant("read"))],
    "v1/versions/<uuid:uid>": [Row("GET", "versions/{version}", 404)],
    "v1/versions/<uuid:uid>/withdraw": [Row("POST", "versions/{version}/withdraw", 404, _empty)],
    "v1/uploads": [
        Row("GET", "uploads", 200),
        Row("POST", "uploads", 202, lambda _: b"Mine", content_type="text/plain"),
        Row("POST", "uploads?document={document}", 404, lambda _: b"Mine", content_type="text/plain"),
    ],
    "v1/uploads/<uuid:uid>": [Row("GET", "uploads/{upload}", 404), Row("DELETE", "uploads/{upload}", 404)],
    "v1/uploads/<uuid:uid>/publication": [
        Row("POST", "uploads/{upload}/publication", 404, lambda _: {"new_document": {"title": "Mine"}})
    ],
    "v1/uploads/<uuid:uid>/preview": [
        Row("POST", "uploads/{upload}/preview", 404, _empty),
        Row("POST", "uploads/{upload}/preview", 404, lambda world: {"document": world.document}),
    ],
    "v1/snapshots": [
        Row("GET", "snapshots", 200),
        Row("POST", "snapshots", 400, lambda world: {"name": "Mine", "documents": [world.document]}),
    ],
    "v1/snapshots/<uuid:uid>": [Row("GET", "snapshots/{snapshot}", 404)],
    "v1/snapshots/<uuid:uid>/changes/<uuid:other>": [Row("GET", "snapshots/{snapshot}/changes/{snapshot}", 404)],
    "v1/snapshots/<uuid:uid>/proofs/<uuid:document>": [Row("GET", "snapshots/{snapshot}/proofs/{document}", 404)],
    "v1/search": [Row("GET", "search?query=refund", 200), Row("GET", "search?query=refund&snapshot={snapshot}", 404)],
    "v1/sessions": [Row("POST", "sessions", 201, lambda _: {"question": "How long?"})],
    "v1/sessions/<uuid:uid>": [Row("GET", "sessions/{session}", 404)],
    "v1/sessions/<uuid:uid>/search": [
        Row("POST", "sessions/{session}/search", 404, lambda _: {"query": "refund"}),
    ],
    "v1/sessions/<uuid:uid>/reads": [
        Row("POST", "sessions/{session}/reads", 404, lambda world: {"version": world.version})
    ],
    "v1/sessions/<uuid:uid>/spans": [
        Row(
            "POST",
            "sessions/{session}/spans",
            404,
            lambda world: {"spans": [span_of(world.version, SENTENCE)]},
        )
    ],
    "v1/sessions/<uuid:uid>/answers": [
        Row("POST", "sessions/{session}/answers", 404, lambda world: quoting(SENTENCE, world.span))
    ],
    "v1/spans": [Row("POST", "spans", 404, lambda world: {"spans": [span_of(world.version, SENTENCE)]})],
    "v1/answers": [
        Row("GET", "answers", 200),
        Row("POST", "answers", 400, lambda world: quoting(SENTENCE, world.span)),
        Row("POST", "answers", 400, lambda world: _deriving(world.note)),
        Row("POST", "answers", 400, lambda world: _deriving(world.answer)),
    ],
    "v1/answers/<uuid:uid>": [Row("GET", "answers/{answer}", 404), Row("GET", "answers/{note}", 404)],
    "v1/answers/<uuid:uid>/erase": [Row("POST", "answers/{answer}/erase", 404, _empty)],
    "v1/answers/<uuid:uid>/grants": [
        Row("GET", "answers/{answer}/grants", 404),
        Row("POST", "answers/{answer}/grants", 404, _grant("read")),
    ],
    "v1/answers/<uuid:uid>/grants/revoke": [Row("POST", "answers/{answer}/grants/revoke", 404, _grant("manage"))],
    "v1/hand-offs": [Row("POST", "hand-offs", 404, lambda world: {"answer": world.answer, "to": world.receiver})],
    "v1/hand-offs/received": [
        Row("POST", "hand-offs/received", 400, lambda world: {"envelope": envelope_of(world.hand_off)})
    ],
    "v1/ingests": [
        Row("POST", "ingests", 404, lambda world: ingest_of(world.version)),
        Row("POST", "ingests", 404, lambda world: ingest_of(world.version) | {"record": True}),
        Row("POST", "ingests", 404, lambda world: ingest_of(world.version) | {"session": world.session}),
    ],
    "v1/retrofits": [Row("POST", "retrofits", 200, lambda _: {"text": f"{SENTENCE} So it is."})],
    "v1/changes": [Row("GET", "changes", 200)],
    "v1/verdicts": [Row("POST", "verdicts", 200, lambda world: {"citations": [world.citation, world.citation]})],
    "v1/citations/<uuid:uid>/panel": [Row("GET", "citations/{citation}/panel", 200)],
    "v1/citations/<uuid:uid>/attestations": [
        Row(
            "POST",
            "citations/{citation}/attestations",
            404,
            lambda world: {"note": "It still holds.", "versions": [world.version]},
        )
    ],
    "v1/citations/<uuid:uid>/rebindings": [
        Row(
            "POST",
            "citations/{citation}/rebindings",
            404,
            lambda world: {
                "cited": {"version": world.version, "start": 0, "end": 1},
                "to": span_of(world.version, SENTENCE),
            },
        )
    ],
    "v1/reviews": [Row("GET", "reviews", 200)],
    "v1/pages": [
        Row("GET", "pages", 200),
        Row("POST", "pages", 404, lambda world: page_of(world.surface, [world.citation])),
    ],
    "v1/pages/<uuid:uid>": [Row("GET", "pages/{page}", 404)],
    "": [Row("GET", "nowhere", 404, is_open=True)],
}

ROWS = [row for rows in ROUTES.values() for row in rows]


def _deriving(answer: str) -> dict[str, Any]:
    statement = {"type": "statement", "text": "30 days.", "basis": "paraphrased", "derived_from": [answer]}
    return {"kind": "summary", "segments": [statement]}


def patterns() -> Iterator[tuple[str, set[str]]]:
    """Every pattern of the API as Django resolves it, with the methods its view answers."""
    (api,) = [found for found in get_resolver().url_patterns if str(found.pattern) == "api/"]
    yield from _below(api, "")


def _below(resolver: Any, prefix: str) -> Iterator[tuple[str, set[str]]]:
    for found in resolver.url_patterns:
        path = prefix + str(found.pattern)
        if isinstance(found, URLResolver):
            yield from _below(found, path)
        elif isinstance(found, URLPattern):
            view = found.callback.view_class
            yield path, {name.upper() for name in ("get", "post", "put", "patch", "delete") if hasattr(view, name)}
