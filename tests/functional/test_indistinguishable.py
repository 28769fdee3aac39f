"""Nobody can tell why something is unavailable, on any surface; and nothing hidden leaks (T30, T32, T34, T35, T41)."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import cache
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
from django.db import transaction
from django.http import HttpResponse

from acl.rights import Right
from acl.services import grant
from citeledger.documents.services import retire
from citeledger.interfaces import ticking
from citeledger.interfaces.mcp.tools import TOOLS
from citeledger.interfaces.web.views import exporting
from revalidation import wiring
from tests import cast
from tests.cast import AT, STAFF
from tests.integration.embed.conftest import LEDGER
from tests.rig.indist import Observation, Surface, asked, differences, indist, observe
from tests.rig.surfaces import WITHOUT_UID, Asker, all_surfaces, patterns, wiki_of
from tests.rig.tools import NAMES_NOTHING
from tests.rig.worlds import Names, Why, World, build

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
LISTS = (
    *("/documents", "/ledger", "/pages", "/cite", "/review", "/snapshots", "/api/v1/uploads"),
    *("/search?q=canary+electronics", "/documents?q=returns", "/ledger?q=window", "/ledger?state=unavailable"),
    *("/api/v1/documents", "/api/v1/answers", "/api/v1/pages", "/api/v1/reviews"),
    *("/api/v1/search?query=canary+electronics", "/api/v1/search?query=opened+refund+window+days&limit=50"),
)


@dataclass
class Scene:
    world: World
    support: Asker
    legal: Asker
    visitor: Asker


_scene: list[Scene] = []
SURFACES = all_surfaces(lambda: _scene[0].support)
AS_LEGAL = all_surfaces(lambda: _scene[0].legal)
AS_A_VISITOR = [surface for surface in all_surfaces(lambda: _scene[0].visitor) if surface.pattern[:4] != "api/"]


@pytest.fixture(scope="module")
def scene(django_db_setup: None, django_db_blocker: Any) -> Iterator[Scene]:
    """One world for the whole module, built once, in a transaction that is rolled back at the end."""
    with django_db_blocker.unblock(), transaction.atomic():
        world = build()
        embeds = wiki_of(world)
        support, legal = (Asker.of(world, who, embeds) for who in (world.people.support, world.people.legal))
        _scene[:] = [Scene(world, support, legal, Asker.visitor(world, embeds))]
        yield _scene[0]
        _scene.clear()
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def moment(scene: Scene, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Noon, our own origin, reports as the facts they are drawn from; what a test changes goes with it."""
    settings.PUBLIC_URL = LEDGER
    monkeypatch.setattr(exporting, "now", lambda: NOON)
    monkeypatch.setattr(exporting, "render_pdf", lambda export: repr(export).encode())
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def test_every_pattern_of_the_site_has_a_row() -> None:
    tabled = {surface.pattern for surface in SURFACES if surface.pattern} | WITHOUT_UID
    found = set(patterns())
    assert found - tabled == set()
    assert tabled - found == set()


def test_every_tool_has_a_row() -> None:
    tabled = {surface.name.partition(":")[0] for surface in SURFACES if surface.name.startswith("tool ")}
    assert tabled == {f"tool {tool.name}" for tool in TOOLS if tool.name not in NAMES_NOTHING}


@dataclass(frozen=True)
class Seen:
    """One asking: what could be observed, the very text of the answer, and what was waited (seconds)."""

    observed: Observation
    text: str
    waited: tuple[float, ...]


Looking = Callable[[Surface], dict[Why, Seen]]


@pytest.fixture(scope="module")
def seen(scene: Scene) -> Looking:
    """A surface asked about every cause it can be asked about: once, whatever tests want to know of it, and undone."""

    @cache
    def ask(surface: Surface) -> dict[Why, Seen]:
        named = {why: names for why, names in scene.world.names.items() if can_ask(surface, names)}
        with transaction.atomic(), still_clock() as waits:
            surface.ask(next(iter(named.values())))  # what is looked up once per process is looked up now
            found = {why: look(surface, names, waits) for why, names in named.items()}
            transaction.set_rollback(True)
        return found

    return ask


def can_ask(surface: Surface, names: Names) -> bool:
    return all(asdict(names)[name] for name in surface.takes)


def look(surface: Surface, names: Names, waits: list[float]) -> Seen:
    waits.clear()
    answer, observed = asked(surface, names)
    return Seen(observed=observed, text=whole(answer), waited=tuple(waits))


@contextmanager
def still_clock() -> Iterator[list[float]]:
    """What was waited, in seconds, by a clock that stands still."""
    slept: list[float] = []
    with patch.object(ticking, "time", SimpleNamespace(monotonic=lambda: 0.0, sleep=slept.append)):
        yield slept


def told_apart(found: dict[Why, Seen]) -> dict[str, Any]:
    """The causes that a viewer can tell from the first one the surface can be asked about."""
    baseline = next(iter(found.values())).observed
    differs = {why.value: differences(one.observed, baseline) for why, one in found.items()}
    return {why: fields for why, fields in differs.items() if fields}


@pytest.mark.parametrize("surface", SURFACES, ids=str)
def test_a_denied_viewer_cannot_tell_why(seen: Looking, surface: Surface) -> None:
    assert told_apart(seen(surface)) == {}


@pytest.mark.parametrize("surface", AS_A_VISITOR, ids=str)
def test_nor_can_a_visitor(seen: Looking, surface: Surface) -> None:
    assert told_apart(seen(surface)) == {}


def test_the_rows_reach_what_they_are_about(scene: Scene) -> None:
    """Legal wrote it all and may read nearly all: on every pattern legal can tell what exists from what never did.

    Otherwise the tests above would compare one refusal of a broken request with another. Constant for everybody are a
    frame, a new document, a page put: it may show a uid nobody knows (threat T39), and a retrofit, which names no uid:
    tests/functional/api/test_retrofits.py puts its words into hidden documents. Legal neither audits nor operates, so
    what is behind those rights is constant for legal; tests/functional/web asks as those who do. Nor is anything handed
    to legal; tests/functional/api/test_hand_offs.py takes over as those who are meant.
    """
    told = {door(surface) for surface in AS_LEGAL if legal_can_tell(surface, scene.world)}
    everything = {door(surface) for surface in AS_LEGAL}
    for_others = {"people/document", "answers/<uuid:answer>/original", "c/<uuid:citation>/why"}
    for_receivers = {"api/v1/hand-offs/received", "take_over", "tool take_over"}
    constant = {"embed/frame/<uuid:citation>", "api/v1/documents", "api/v1/sessions", "api/v1/pages", "pages/new"}
    constant |= {"api/v1/retrofits"}
    assert everything - told == constant | for_others | for_receivers


def door(surface: Surface) -> str:
    """What several rows may ask in different ways: a pattern, a function, a tool."""
    return surface.pattern or surface.name.partition(":")[0]


def legal_can_tell(surface: Surface, world: World) -> bool:
    """Undone before the next: legal's requests do what they say."""
    other = Why.RETIRED if surface.takes else Why.NEVER
    with transaction.atomic():
        differs = indist(surface, world.names[Why.REVOKED], world.names[other])
        transaction.set_rollback(True)
    return bool(differs)


LEAKS: dict[str, Any] = {
    "status": lambda response, _: setattr(response, "status_code", 404),
    "headers": lambda response, _: response.headers.__setitem__("X-Count", "1"),
    "order of headers": lambda response, _: response.headers.__setitem__("Vary", response.headers.pop("Vary")),
    "cookies": lambda response, _: response.set_cookie("seen", "1"),
    "body": lambda response, _: setattr(response, "content", b"0123456780"),
    "length": lambda response, _: setattr(response, "content", b"0123456789 "),
    "statements": lambda *_: cast.Answer.objects.count(),
    "cache": lambda *_: wiring.cache().get("anything"),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_the_rig_sees_every_kind_of_difference(scene: Scene, leak: str) -> None:
    def ask(names: Names) -> HttpResponse:
        response = HttpResponse(b"0123456789", headers={"Vary": "Origin", "Cache-Control": "no-store"})
        if names is scene.world.names[Why.REVOKED]:
            LEAKS[leak](response, names)
        return response

    surface = Surface("", "leaky", ask)
    assert indist(surface, scene.world.names[Why.REVOKED], scene.world.names[Why.NEVER]) != {}
    assert indist(surface, scene.world.names[Why.RETIRED], scene.world.names[Why.NEVER]) == {}


HIDDEN = (Why.RETIRED, Why.REVOKED, Why.OTHERS, Why.DERIVED)


class TestNothingLeaks:
    @pytest.mark.parametrize("surface", SURFACES, ids=str)
    def test_no_title_quote_or_fingerprint_of_what_is_hidden(
        self, scene: Scene, seen: Looking, surface: Surface
    ) -> None:
        found = seen(surface)
        for why in [why for why in HIDDEN if why in found]:
            assert [mark for mark in scene.world.hidden[why].marks() if mark in found[why].text] == []

    @pytest.mark.parametrize("path", LISTS)
    def test_nor_in_any_list(self, scene: Scene, path: str) -> None:
        shown = whole(listed(scene, path))
        marks = [mark for why in HIDDEN for mark in scene.world.hidden[why].marks()]
        uids = [uid for why in HIDDEN for uid in (*hidden_uids(scene, why),)]
        assert [mark for mark in marks + uids if mark in shown] == []

    def test_ten_more_hidden_things_change_no_list(self, scene: Scene) -> None:
        before = {path: whole(listed(scene, path)) for path in LISTS}
        for number in range(10):
            document = cast.make_document(owner=scene.world.people.legal, title=f"More {number}", readers=[])
            cast.cite(writer=scene.world.people.legal, documents=[document])
        assert [path for path in LISTS if whole(listed(scene, path)) != before[path]] == []

    def test_an_edit_of_a_hidden_sibling_changes_no_byte_and_no_question(self, scene: Scene, seen: Looking) -> None:
        edited = (Why.REVOKED, Why.OTHERS, Why.DERIVED)
        looking = [surface for surface in SURFACES if "GET" in surface.name or not surface.pattern]
        before = {
            (surface, why): one.observed
            for surface in looking
            for why, one in seen(surface).items()
            if why in {*edited, Why.SCOPE}
        }
        for why in edited:
            document = scene.world.documents[why]
            cast.publish(owner=scene.world.people.legal, document=document, text=cast.EDITED)
        after = {(surface, why): observe(surface, scene.world.names[why]) for surface, why in before}
        assert [(str(surface), why) for surface, why in before if before[surface, why] != after[surface, why]] == []


def hidden_uids(scene: Scene, why: Why) -> list[str]:
    names = scene.world.names[why]
    return [names.document, names.version, names.span, names.answer, names.citation, names.note, names.page]


def whole(answer: Any) -> str:
    """Headers and body as one text."""
    if not hasattr(answer, "content"):
        return repr(answer)
    return f"{sorted(answer.items())}\n{answer.content.decode(errors='replace')}"


def listed(scene: Scene, path: str) -> Any:
    return scene.support.program.get(path) if path.startswith("/api") else scene.support.browser.get(path)


class TestOverTime:
    """The same uid, first revoked, then granted again but retired: the real bytes, nothing replaced."""

    @pytest.fixture(params=["/pages/{own_page}/export.pdf", "/answers/{shown}/export.pdf"])
    def page(self, scene: Scene, request: pytest.FixtureRequest) -> str:
        return str(request.param).format(**vars(scene.world.names[Why.REVOKED]))

    def test_a_report_on_paper_is_the_same_to_the_byte(
        self, scene: Scene, page: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.undo()
        monkeypatch.setattr(exporting, "now", lambda: NOON)
        browser, legal = scene.support.browser, scene.world.people.legal
        revoked = browser.get(page).content
        document = scene.world.documents[Why.REVOKED]
        grant(actor=legal, document=document, right=Right.READ, holder=STAFF, at=AT)
        readable = browser.get(page).content
        retire(actor=legal, document=document, at=AT)
        retired = browser.get(page).content
        assert revoked[:5] == b"%PDF-"
        assert retired == revoked != readable


class TestAVersionOfADocumentThatCanBeRead:
    """Its list of versions names the withdrawn one; the address of its text is nobody's all the same."""

    @pytest.mark.parametrize("path", ["", "/cite", "/withdraw"])
    def test_withdrawn_foreign_and_unknown_look_alike(self, scene: Scene, path: str) -> None:
        document = scene.world.documents[Why.WITHDRAWN]
        foreign = scene.world.names[Why.OTHERS]

        def ask(names: Names) -> Any:
            address = f"/documents/{document}/versions/{names.version}{path}"
            browser = scene.support.browser
            return browser.post(address, {"block": "0"}) if path == "/cite" else browser.get(address)

        surface = Surface("", f"a version{path}", ask)
        for names in (scene.world.names[Why.WITHDRAWN], foreign):
            assert indist(surface, names, scene.world.names[Why.NEVER]) == {}


# Nothing is looked up for these: they are the same for everybody, or keep a uid as it came.
LOOKS_NOTHING_UP = {
    *("api/v1/documents", "api/v1/pages", "api/v1/sessions", "pages/new", "embed/frame/<uuid:citation>"),
    "api/v1/uploads: POST uploads",
    "api/v1/sessions/<uuid:uid>: of one's own",
}
HELD = [
    one
    for one in SURFACES
    if one.pattern and not {one.pattern, str(one)} & LOOKS_NOTHING_UP and "{own_page}/edit" not in one.name
]


class TestTheClock:
    """How long an answer took tells nothing: whatever withholds leaves at a tick (threat T32)."""

    @pytest.mark.parametrize("surface", HELD, ids=str)
    def test_every_surface_waits_whatever_the_cause(self, seen: Looking, surface: Surface, settings: Any) -> None:
        waited = {one.waited for one in seen(surface).values()}
        assert waited == {(settings.WITHHELD_TICK_MILLISECONDS / 1000,)}

    def test_who_may_read_it_all_never_waits(self, scene: Scene) -> None:
        names = scene.world.names[Why.REVOKED]
        legal = scene.legal
        lists = ("/documents", "/pages", "/cite")  # the ledger tells states, some of which legal may not know either
        with still_clock() as waits:
            for path in (f"/c/{names.citation}", f"/documents/{names.document}", f"/answers/{names.answer}", *lists):
                assert legal.browser.get(path).status_code == 200
            for path in (f"citations/{names.citation}/panel", f"documents/{names.document}"):
                assert legal.program.get(f"/api/v1/{path}").status_code == 200
        assert waits == []
