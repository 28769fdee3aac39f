"""Every way to ask about something by its uid: API, web, embeds, export, and the functions behind them.

A URL pattern of the site that is neither here nor among those that take no such uid fails the suite.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from acl.models import User
from acl.queries import can_read_answer
from acl.services import issue_token
from citeledger.core.principals import ANONYMOUS, Principal
from citeledger.core.statements import AnswerKind, Basis, Context, Statement
from citeledger.documents import queries as documents
from citeledger.emission.hand_offs import hand_over, take_over
from citeledger.emission.proof import SpanDraft
from citeledger.emission.services import mint_span, record_answer
from citeledger.rebinding.services import CitedPlace, rebind
from revalidation import reading
from revalidation.attesting import attest
from revalidation.panels import panel
from revalidation.service import verdicts
from tests.cast import AT
from tests.functional.api.cast import Program, envelope_of, quoting
from tests.functional.api.routes import ROUTES, Row
from tests.integration.embed.conftest import LEDGER, WIKI
from tests.integration.embed.conftest import World as EmbedWorld
from tests.integration.embed.conftest import _surface as embed_surface
from tests.integration.embed.conftest import post as embed_post
from tests.rig.indist import Surface, answered
from tests.rig.tools import tool_surfaces
from tests.rig.worlds import Names, World

# Patterns that take no uid of a document, version, span, answer, citation or page, and no word of one.
WITHOUT_UID = frozenset(
    {
        *("healthz", "readyz", "metrics", "lab", "lab/act", "lab/pointers", "", "sign-in", "sign-out"),
        *("documents/new", "pages", "people", "people/new", "groups/new", "tokens", "password"),
        *("review", "api/v1/reviews", "api/v1/changes", "snapshots"),
        *("people/<uuid:person>", "people/<uuid:person>/activity", "people/rights/grant", "people/rights/revoke"),
        *("people/<uuid:person>/join", "people/<uuid:person>/leave", "tokens/<uuid:token>/revoke"),
        "cite/drop",  # takes a place in the tray, whatever lies there
        *("api/", "api/v1/schema", "api/v1/problems", "api/v1/problems/<slug:code>", "api/v1/limits", "api/v1/me"),
    }
)


def patterns(resolver: Any = None, prefix: str = "") -> Iterator[str]:
    """Every pattern of the site as Django resolves it."""
    for found in (resolver or get_resolver()).url_patterns:
        path = prefix + str(found.pattern)
        if isinstance(found, URLResolver):
            yield from patterns(found, path)
        elif isinstance(found, URLPattern):
            yield path


_QUOTED = {"start": 0, "end": 9, "exact": "# Returns"}
_OWN_SESSION = (
    Row(
        "POST", "sessions/{own_session}/search", 404, lambda n: {"query": "electronics canary", "snapshot": n.snapshot}
    ),
    Row("POST", "sessions/{own_session}/reads", 404, lambda n: {"version": n.version}),
    Row("POST", "sessions/{own_session}/spans", 404, lambda n: {"spans": [{"version": n.version} | _QUOTED]}),
    Row("POST", "sessions/{own_session}/answers", 404, lambda n: quoting("# Returns", n.span)),
    Row("GET", "sessions/{own_session}", 200),
)
_OWN_SEARCH = Row("GET", "search?query=electronics+canary&snapshot={own_snapshot}", 200)
_SHOWN = Row("GET", "answers/{shown}", 200)
# Rows about something of one's own that leads to what is hidden, beside those of the API's table.
_OWN = (*_OWN_SESSION, _OWN_SEARCH, _SHOWN)


@dataclass
class Asker:
    """One viewer at every door of the site; whatever they hold is made before anybody counts."""

    world: World
    viewer: Principal
    program: Program
    browser: Client
    embeds: EmbedWorld

    @classmethod
    def of(cls, world: World, viewer: Principal, embeds: EmbedWorld) -> "Asker":
        token = issue_token(actor=viewer, name="rig", at=AT)
        browser = Client()
        browser.force_login(User.objects.get(pk=viewer.id), backend="django.contrib.auth.backends.ModelBackend")
        return cls(world, viewer, Program(token=token, principal=viewer), browser, embeds)

    @classmethod
    def visitor(cls, world: World, embeds: EmbedWorld) -> "Asker":
        browser = Client()
        browser.session.save()
        return cls(world, ANONYMOUS, Program(token=None), browser, embeds)


def wiki_of(world: World) -> EmbedWorld:
    """A host that may know states and vouches for everybody of the cast."""
    embeds = EmbedWorld(world.people, UUID(int=0), UUID(int=0))
    embeds.surfaces[WIKI] = embed_surface(WIKI, world.people, knows_states=True)
    return embeds


def all_surfaces(asker: Callable[[], Asker]) -> list[Surface]:
    """The table. `asker` is called when a surface asks, not before: the world is built later than the table."""
    tools = tool_surfaces(lambda: asker().program.token, own=_OWN)
    return [*_api(asker), *_web(asker), *_embeds(asker), *_functions(asker), *tools]


def _api(asker: Callable[[], Asker]) -> Iterator[Surface]:
    for pattern, rows in ROUTES.items():
        for row in rows:
            if "{" in row.path or row.method != "GET":
                yield Surface(f"api/{pattern}", row.name, _row(asker, row))
    yield Surface("api/v1/answers/<uuid:uid>", "an answer that shows it", _row(asker, _SHOWN), ("shown",))
    page = Row("GET", "pages/{own_page}", 200)
    yield Surface("api/v1/pages/<uuid:uid>", "a page that shows it", _row(asker, page))

    def put(names: Names) -> Any:
        body = {"surface": str(asker().world.own_surface), "kind": "runbook", "host_reference": names.reference}
        return asker().program.post("pages", body | {"title": "Runbook", "citations": [names.citation]})

    yield Surface("api/v1/pages", "POST a page that shows it", put)
    own = Row("GET", "snapshots/{own_snapshot}", 200)
    yield Surface("api/v1/snapshots/<uuid:uid>", "a snapshot of one's own", _row(asker, own), ("own_snapshot",))
    yield Surface("api/v1/search", "a snapshot of one's own", _row(asker, _OWN_SEARCH), ("own_snapshot",))
    yield from _own_session(asker)
    compared = Row("GET", "snapshots/{own_snapshot}/changes/{own_snapshot}", 200)
    path = "api/v1/snapshots/<uuid:uid>/changes/<uuid:other>"
    yield Surface(path, "snapshots of one's own", _row(asker, compared), ("own_snapshot",))
    yield Surface(
        "api/v1/snapshots",
        "POST it",
        lambda n: asker().program.post("snapshots", {"name": "Mine", "documents": [n.document]}),
    )
    batch = _batch(asker)
    yield Surface(
        "api/v1/verdicts", "POST among others", lambda n: asker().program.post("verdicts", {"citations": batch(n)})
    )


def _own_session(asker: Callable[[], Asker]) -> Iterator[Surface]:
    """A session of one's own, in which something hidden is named."""
    for row in _OWN_SESSION:
        path = row.path.replace("{own_session}", "<uuid:uid>")
        yield Surface(f"api/v1/{path}", "of one's own", _row(asker, row), ("own_session",))


def _row(asker: Callable[[], Asker], row: Row) -> Callable[[Names], Any]:
    return lambda names: row.send(by=asker().program, world=names)


def _batch(asker: Callable[[], Asker]) -> Callable[[Names], list[str]]:
    """The uid twice between two that are known to be out of reach: place and number must not matter."""
    return lambda names: [str(UUID(int=7)), names.citation, str(UUID(int=8)), names.citation]


def _web(asker: Callable[[], Asker]) -> Iterator[Surface]:
    right = {"kind": "group", "name": "anyone", "right": "read"}
    text = {"media_type": "text/plain", "text": "Mine"}
    selection = {"start": "0", "end": "9", "exact": "# Returns"}
    details = {"title": "Mine", "language": "en", "status": "draft", "expected": "1"}

    def shows(names: Names) -> dict[str, Any]:
        return {"title": "Runbook", "kind": "runbook", "citations": names.citation}

    gets = [
        ("documents/<uuid:document>", "documents/{document}"),
        ("documents/<uuid:document>/versions", "documents/{document}/versions"),
        ("documents/<uuid:document>/versions/<uuid:version>", "documents/{document}/versions/{version}"),
        ("documents/<uuid:document>/changes/<uuid:old>/<uuid:new>", "documents/{document}/changes/{version}/{version}"),
        (
            "documents/<uuid:document>/versions/<uuid:version>/withdraw",
            "documents/{document}/versions/{version}/withdraw",
        ),
        (
            "documents/<uuid:document>/versions/<uuid:version>/revert",
            "documents/{document}/versions/{version}/revert",
        ),
        ("documents/<uuid:document>/versions/<uuid:version>/adopt", "documents/{document}/versions/{version}/adopt"),
        ("documents/<uuid:document>/life", "documents/{document}/life"),
        ("documents/<uuid:document>/text", "documents/{document}/text"),
        ("documents/<uuid:document>/details", "documents/{document}/details"),
        ("documents/<uuid:document>/retire", "documents/{document}/retire"),
        ("documents/<uuid:document>/unretire", "documents/{document}/unretire"),
        ("documents/<uuid:document>/supersede", "documents/{document}/supersede"),
        ("documents/<uuid:document>/rights", "documents/{document}/rights"),
        ("search", "search?q={word}"),
        ("documents", "documents?q={word}"),
        ("ledger", "ledger?q={word}"),
        ("ledger", "ledger?q={word}&state=source_changed"),
        ("uploads", "uploads?document={document}"),
        ("uploads/<uuid:upload>", "uploads/{upload}"),
        ("answers/<uuid:answer>", "answers/{answer}"),
        ("answers/<uuid:answer>", "answers/{note}"),
        ("answers/<uuid:answer>", "answers/{shown}"),
        ("answers/<uuid:answer>/share", "answers/{answer}/share"),
        ("answers/<uuid:answer>/erase", "answers/{answer}/erase"),
        ("answers/<uuid:answer>/original", "answers/{answer}/original"),
        ("answers/<uuid:answer>/export.pdf", "answers/{answer}/export.pdf"),
        ("answers/<uuid:answer>/export.pdf", "answers/{note}/export.pdf"),
        ("answers/<uuid:answer>/export.pdf", "answers/{shown}/export.pdf"),
        ("c/<uuid:citation>", "c/{citation}"),
        ("c/<uuid:citation>/why", "c/{citation}/why"),
        ("c/<uuid:citation>/attest", "c/{citation}/attest"),
        ("c/<uuid:citation>/rebind", "c/{citation}/rebind"),
        ("snapshots/<uuid:snapshot>", "snapshots/{snapshot}"),
        ("snapshots/<uuid:snapshot>", "snapshots/{own_snapshot}"),
        ("snapshots/<uuid:old>/changes/<uuid:new>", "snapshots/{snapshot}/changes/{snapshot}"),
        ("pages/<uuid:page>", "pages/{page}"),
        ("pages/<uuid:page>", "pages/{own_page}"),
        ("pages/<uuid:page>/edit", "pages/{page}/edit"),
        ("pages/<uuid:page>/edit", "pages/{own_page}/edit"),
        ("pages/<uuid:page>/export.pdf", "pages/{page}/export.pdf"),
        ("pages/<uuid:page>/export.pdf", "pages/{own_page}/export.pdf"),
    ]
    posts: list[tuple[str, str, Callable[[Names], dict[str, Any]]]] = [
        ("documents/<uuid:document>/versions/<uuid:version>/cite", "documents/{document}/versions/{version}/cite",
         lambda _: selection),
        ("documents/<uuid:document>/versions/<uuid:version>/cite", "documents/{document}/versions/{version}/cite",
         lambda _: {"block": "0"}),
        ("documents/<uuid:document>/versions/<uuid:version>/withdraw",
         "documents/{document}/versions/{version}/withdraw", lambda _: {}),
        ("documents/<uuid:document>/text", "documents/{document}/text", lambda n: text | {"expected": n.version}),
        ("documents/<uuid:document>/text", "documents/{document}/text",
         lambda n: text | {"expected": n.version, "preview": "1"}),
        ("documents/<uuid:document>/details", "documents/{document}/details", lambda _: details),
        ("documents/<uuid:document>/retire", "documents/{document}/retire", lambda _: {}),
        ("documents/<uuid:document>/unretire", "documents/{document}/unretire", lambda _: {}),
        ("documents/<uuid:document>/versions/<uuid:version>/revert", "documents/{document}/versions/{version}/revert",
         lambda n: {"expected": n.version}),
        ("documents/<uuid:document>/versions/<uuid:version>/adopt", "documents/{document}/versions/{version}/adopt",
         lambda _: {}),
        ("documents/<uuid:document>/supersede", "documents/{document}/supersede",
         lambda n: {"by": n.document, "effective_from": "2026-12-01"}),
        ("documents/<uuid:document>/rights/grant", "documents/{document}/rights/grant", lambda _: right),
        ("documents/<uuid:document>/rights/revoke", "documents/{document}/rights/revoke", lambda _: right),
        ("documents/<uuid:document>/rights/revoke", "documents/{document}/rights/revoke",
         lambda _: right | {"sure": "yes"}),
        ("uploads", "uploads",
         lambda n: {"document": n.document, "file": SimpleUploadedFile("a.md", b"# Mine")}),
        ("uploads/<uuid:upload>/publish", "uploads/{upload}/publish", lambda _: details | {"as": "new"}),
        ("uploads/<uuid:upload>/publish", "uploads/{upload}/publish",
         lambda n: {"as": "next", "document_uid": n.document, "preview": "1"}),
        ("uploads/<uuid:upload>/discard", "uploads/{upload}/discard", lambda _: {}),
        ("people/document", "people/document", lambda n: {"document": n.document}),
        ("answers/<uuid:answer>/share", "answers/{answer}/share", lambda _: right),
        ("answers/<uuid:answer>/share/revoke", "answers/{answer}/share/revoke", lambda _: right),
        ("answers/<uuid:answer>/share/revoke", "answers/{answer}/share/revoke", lambda _: right | {"sure": "yes"}),
        ("answers/<uuid:answer>/erase", "answers/{answer}/erase", lambda _: {}),
        ("answers/<uuid:answer>/original", "answers/{answer}/original", lambda _: {}),
        ("c/<uuid:citation>/why", "c/{citation}/why", lambda _: {"viewer": ""}),
        ("c/<uuid:citation>/rebind", "c/{citation}/rebind", lambda n: {"cited_version": n.version, "cited_start": "0",
         "cited_end": "9", "version": n.version, "start": "0", "end": "9", "exact": "# Returns"}),
        ("c/<uuid:citation>/attest", "c/{citation}/attest", lambda n: {"versions": n.version, "note": "It holds."}),
        ("snapshots/new", "snapshots/new", lambda n: {"name": "Mine", "uids": n.document}),
        ("pages/new", "pages/new", lambda n: {"surface": str(asker().world.own_surface), "title": "Runbook",
         "kind": "runbook", "host_reference": n.reference, "citations": n.citation}),
        ("pages/new", "pages/new", lambda n: {"surface": str(asker().world.own_surface), "title": "Runbook",
         "kind": "runbook", "host_reference": f"new {uuid4()}", "citations": n.citation}),
        ("pages/<uuid:page>/edit", "pages/{page}/edit", shows),
        ("pages/<uuid:page>/edit", "pages/{own_page}/edit", shows),
        ("pages/new", "pages/new", lambda n: {"surface": n.surface, "title": "Runbook", "kind": "runbook",
         "host_reference": n.reference, "citations": n.citation}),
    ]  # fmt: skip
    for pattern, path in gets:
        takes = tuple(name for name in ("shown", "own_snapshot", "word") if f"{{{name}}}" in path)
        yield Surface(pattern, f"GET {path}", _get(asker, path), takes)
    for number, (pattern, path, data) in enumerate(posts):
        yield Surface(pattern, f"POST {path} #{number}", _post(asker, path, data))
    yield Surface("cite", "GET with it in the tray", _tray(asker, lambda browser: browser.get("/cite")))
    statement = {"statement": "Mine.", "basis": "paraphrased", "question": ""}
    yield Surface("cite", "POST with it in the tray", _tray(asker, lambda browser: browser.post("/cite", statement)))


def _get(asker: Callable[[], Asker], path: str) -> Callable[[Names], Any]:
    return lambda names: asker().browser.get("/" + path.format(**vars(names)))


def _post(asker: Callable[[], Asker], path: str, data: Callable[[Names], dict[str, Any]]) -> Callable[[Names], Any]:
    return lambda names: asker().browser.post("/" + path.format(**vars(names)), data(names))


def _tray(asker: Callable[[], Asker], act: Callable[[Client], Any]) -> Callable[[Names], Any]:
    """A passage chosen while it could be read, looked at when it no longer can."""

    def ask(names: Names) -> Any:
        session = asker().browser.session
        session["chosen_passages"] = [{"span": names.span, "version": names.version, "start": 0, "end": 9}]
        session.save()
        return act(asker().browser)

    return ask


def _embeds(asker: Callable[[], Asker]) -> Iterator[Surface]:
    def states(citations: Callable[[Names], list[str]]) -> Callable[[Names], Any]:
        def ask(names: Names) -> Any:
            body = {"citations": citations(names), "assertion": asker().embeds.assertion(asker().viewer.name)}
            return embed_post("/embed/v1/states", body, origin=WIKI)

        return ask

    def one(names: Names) -> Any:
        assertion = asker().embeds.assertion(asker().viewer.name)
        body = {"citation": names.citation, "assertion": assertion, "origin": WIKI}
        return embed_post("/embed/v1/panel", body, origin=LEDGER)

    frame = "/embed/frame/{}"
    yield Surface("embed/frame/<uuid:citation>", "framed", lambda n: Client().get(frame.format(n.citation)))
    yield Surface(
        "embed/frame/<uuid:citation>",
        "opened as a page",
        lambda n: Client().get(frame.format(n.citation), headers={"Sec-Fetch-Dest": "document"}),
    )
    yield Surface("embed/v1/panel", "POST", one)
    yield Surface("embed/v1/states", "POST", states(lambda n: [n.citation]))
    yield Surface("embed/v1/states", "POST among others", states(_batch(asker)))


def _functions(asker: Callable[[], Asker]) -> Iterator[Surface]:
    def row(name: str, call: Callable[[Principal, Names], Any], takes: tuple[str, ...] = ()) -> Surface:
        return Surface("", name, lambda names: answered(lambda: call(asker().viewer, names)), takes)

    def span(viewer: Principal, names: Names) -> Any:
        return mint_span(writer=viewer, version=UUID(names.version), start=0, end=9, exact="# Returns", at=AT)

    def record(viewer: Principal, spans: list[str], derived: list[str]) -> Any:
        rests = {"spans": tuple(map(UUID, spans)), "derived_from": tuple(map(UUID, derived))}
        segments = [Statement(text="Mine.", basis=Basis.PARAPHRASED, **rests)]
        context = Context(question="Window?")
        return record_answer(
            writer=viewer, kind=AnswerKind.ANSWER, segments=segments, context=context, on_behalf_of=None, at=AT
        )

    def attested(viewer: Principal, names: Names) -> Any:
        return attest(actor=viewer, citation=UUID(names.citation), note="It holds.", versions=[], at=AT)

    def rebound(viewer: Principal, names: Names) -> Any:
        cited = CitedPlace(version=UUID(names.version), start=0, end=9)
        to = SpanDraft(version=UUID(names.version), start=0, end=9, exact="# Returns")
        return rebind(writer=viewer, citation=UUID(names.citation), cited=cited, to=to, at=AT)

    def taken(viewer: Principal, names: Names) -> Any:
        return take_over(receiver=viewer, envelope=envelope_of(names.hand_off), at=datetime.now(tz=UTC))

    def handed(viewer: Principal, names: Names) -> Any:
        return hand_over(sender=viewer, answer=UUID(names.answer), to=UUID(names.receiver), at=AT)

    batch = _batch(asker)
    yield row("take_over", taken)
    yield row("hand_over", handed)
    yield row("attest", attested)
    yield row("rebind", rebound)
    yield row("verdicts of one", lambda v, n: verdicts(viewer=v, citations=[UUID(n.citation)]))
    yield row("verdicts of many", lambda v, n: verdicts(viewer=v, citations=[UUID(uid) for uid in batch(n)]))
    yield row("panel", lambda v, n: panel(viewer=v, citation=UUID(n.citation)))
    yield row("reading.answer", lambda v, n: reading.answer(viewer=v, uid=UUID(n.answer)))
    yield row("reading.answer that shows it", lambda v, n: reading.answer(viewer=v, uid=UUID(n.shown)), ("shown",))
    yield row("reading.page", lambda v, n: reading.page(viewer=v, uid=UUID(n.page)))
    yield row("reading.page that shows it", lambda v, n: reading.page(viewer=v, uid=UUID(n.own_page)))
    yield row("documents.document", lambda v, n: documents.document(viewer=v, uid=UUID(n.document)))
    yield row("documents.version", lambda v, n: documents.version(viewer=v, uid=UUID(n.version)))
    yield row("documents.versions", lambda v, n: documents.versions(viewer=v, document=UUID(n.document)))
    yield row(
        "documents.difference",
        lambda v, n: documents.difference(viewer=v, old=UUID(n.version), new=UUID(n.version)),
    )
    yield row("can_read_answer", lambda v, n: can_read_answer(principal=v, answer=UUID(n.answer)))
    yield row("mint_span", span)
    yield row("record_answer on a span", lambda v, n: record(v, [n.span], []))
    yield row("record_answer on a text", lambda v, n: record(v, [], [n.answer]))
    yield row("record_answer on a note", lambda v, n: record(v, [], [n.note]))
