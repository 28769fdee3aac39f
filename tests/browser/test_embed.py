"""Badges on another site, in a real browser that sends no cookies across sites (threats T46, T54, T59, T60, T70)."""

import importlib.util
import json
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch
from uuid import UUID, uuid4
from wsgiref.simple_server import make_server

import pytest
from django.db import OperationalError
from playwright.sync_api import Browser, Frame, Page, Request, expect

from acl.models import Surface, SurfaceKey, SurfaceOrigin, SurfaceSubject
from revalidation.attesting import attest
from tests import cast
from tests.browser.looking import AXE, problems
from tests.ground.databases import Begun
from tests.ground.processes import Site

ROOT = Path(__file__).resolve().parents[2]
SECRET = "a shared secret, long enough for the algorithm"
expect.set_options(timeout=10_000)  # milliseconds: both sites and the browser share two cores with other tests
OUTAGE = 2_000  # milliseconds within which an outage has to show (DESIGN rule 8)
JUNE = cast.AT + timedelta(days=104)


@dataclass
class Wiki:
    """The example host, running on localhost, with a runbook of one known and one unknown citation."""

    origin: str
    ledger: str
    people: cast.Cast
    document: UUID
    citation: UUID
    surface: Surface

    def open(self, page: Page, *, path: str = "/", person: str = "support") -> None:
        page.context.add_cookies([{"name": "person", "value": person, "url": self.origin}])
        page.goto(self.origin + path)

    def edit(self) -> None:
        cast.publish(owner=self.people.legal, document=self.document, text=cast.EDITED, at=JUNE)

    def hide(self) -> None:
        cast.unread(owner=self.people.legal, document=self.document)


def make_world() -> tuple[cast.Cast, UUID, UUID]:
    people = cast.make_cast()
    document = cast.make_document(owner=people.legal)
    return people, document, cast.cite(writer=people.legal, documents=[document]).citations[0]


@pytest.fixture
def wiki(begun: Begun[tuple[cast.Cast, UUID, UUID]], site: Site, tmp_path: Path) -> Iterator[Wiki]:
    people, document, citation = begun.world
    runbook = tmp_path / "host.json"
    with _example_host(ledger=site.origin, runbook=runbook) as origin:
        surface = _register(origin=origin, people=people)
        runbook.write_text(json.dumps(_runbook(surface=surface, citations=[citation, uuid4()])))
        yield Wiki(
            origin=origin, ledger=site.origin, people=people, document=document, citation=citation, surface=surface
        )


@contextmanager
def _example_host(*, ledger: str, runbook: Path) -> Iterator[str]:
    spec = importlib.util.spec_from_file_location("example_host", ROOT / "examples" / "host" / "app.py")
    assert spec is not None
    assert spec.loader is not None
    app = importlib.util.module_from_spec(spec)
    with patch.dict("sys.modules", {"example_host": app}):
        spec.loader.exec_module(app)
    with make_server("127.0.0.1", 0, None, app._Server, app._QuietHandler) as server:
        origin = f"http://localhost:{server.server_port}"
        server.set_app(app.Application(host=app.Host(ledger=ledger, origin=origin, runbook_file=runbook)))
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield origin
        finally:
            server.shutdown()
            thread.join()


def _register(*, origin: str, people: cast.Cast) -> Surface:
    surface = Surface.objects.create(name="wiki", knows_states=True)
    SurfaceOrigin.objects.create(surface=surface, origin=origin)
    start = datetime(2026, 1, 1, tzinfo=UTC)
    SurfaceKey.objects.create(surface=surface, kid="wiki-1", algorithm="HS256", key=SECRET, not_before=start)
    for person in (people.support, people.contractor, people.manager, people.legal):
        SurfaceSubject.objects.create(surface=surface, subject=person.name, user_id=person.id)
    return surface


def _runbook(*, surface: Surface, citations: list[UUID]) -> dict[str, Any]:
    texts = ("Opened electronics can come back for 30 days.", "Gift cards are never refunded.")
    sentences = [{"text": text, "citation": str(uid)} for text, uid in zip(texts, citations, strict=True)]
    return {
        "title": "Returns runbook",
        "sentences": sentences,
        "surface": str(surface.uid),
        "kid": "wiki-1",
        "key": SECRET,
    }


def badge(page: Page, at: int = 0) -> Any:
    """The button of an inline badge; playwright looks into open shadow trees."""
    return page.locator("citeledger-badge").nth(at).locator("button.badge")


def card(page: Page, wiki: Wiki, at: int = 0) -> Frame:
    """The document inside a framed badge. Its element's tree is closed, so we find it among the page's frames."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        framed = [frame for frame in page.frames if frame.url.startswith(f"{wiki.ledger}/embed/frame/")]
        wanted = [frame for frame in framed if (str(wiki.citation) in frame.url) == (at == 0)]
        if wanted:
            return wanted[0]
        page.wait_for_timeout(50)
    raise AssertionError("no frame appeared")


def word(frame: Frame) -> Any:
    return frame.locator("#state .badge-word")


class TestInline:
    @pytest.mark.parametrize(
        ("person", "words"),
        [
            ("support", ("Current", "Unavailable")),
            ("contractor", ("Unavailable", "Unavailable")),
            ("", ("Unverified", "Unverified")),
        ],
    )
    def test_each_person_sees_their_own_states(
        self, wiki: Wiki, browser_page: Page, person: str, words: tuple[str, str]
    ) -> None:
        wiki.open(browser_page, person=person)

        for at, expected in enumerate(words):
            expect(badge(browser_page, at)).to_have_text(expected)

    def test_one_question_is_asked_for_the_whole_page(self, wiki: Wiki, browser_page: Page) -> None:
        asked: list[str] = []
        browser_page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
        wiki.open(browser_page)
        expect(badge(browser_page)).to_have_text("Current")

        assert asked.count(f"POST {wiki.ledger}/embed/v1/states") == 1
        assert asked.count(f"GET {wiki.origin}/assertion") == 1

    def test_an_edit_shows_when_the_page_gets_the_focus(self, wiki: Wiki, browser_page: Page) -> None:
        wiki.open(browser_page)
        expect(badge(browser_page)).to_have_text("Current")
        wiki.edit()

        browser_page.evaluate("window.dispatchEvent(new Event('focus'))")

        expect(badge(browser_page)).to_have_text("Source changed")

    def test_the_keyboard_opens_what_the_state_means_and_what_to_do(self, wiki: Wiki, browser_page: Page) -> None:
        wiki.open(browser_page)
        expect(badge(browser_page)).to_have_text("Current")
        meaning = browser_page.locator("citeledger-badge").first.locator(".badge-meaning")
        badge(browser_page).focus()
        browser_page.keyboard.press("Enter")
        expect(meaning).to_be_visible()
        expect(meaning).to_contain_text("What is cited stands unchanged, and you may read it.")
        expect(meaning).to_contain_text("Checked at")
        link = meaning.get_by_role("link")
        expect(link).to_have_attribute("href", f"{wiki.ledger}/c/{wiki.citation}")
        expect(link).to_have_attribute("rel", "noopener noreferrer")

        browser_page.keyboard.press("Escape")

        expect(meaning).to_be_hidden()

    def test_the_description_is_read_out(self, wiki: Wiki, browser_page: Page) -> None:
        wiki.open(browser_page)

        expect(badge(browser_page)).to_have_accessible_name("Current")
        expect(badge(browser_page)).to_have_accessible_description(
            re.compile("What is cited stands unchanged, and you may read it. Whether it supports")
        )

    def test_without_scripts_it_is_a_link(self, wiki: Wiki, browser: Browser) -> None:
        context = browser.new_context(java_script_enabled=False)
        page = context.new_page()
        page.goto(wiki.origin)

        expect(page.get_by_role("link", name="Source").first).to_have_attribute(
            "href", f"{wiki.ledger}/c/{wiki.citation}"
        )
        context.close()

    def test_a_surface_that_may_not_know_states_learns_none(self, wiki: Wiki, browser_page: Page) -> None:
        Surface.objects.update(knows_states=False)
        with browser_page.expect_event("requestfailed", lambda request: request.url.endswith("/states")):
            wiki.open(browser_page)

        expect(badge(browser_page)).to_have_text("Unverified")


class TestFramed:
    def test_shows_the_state_the_date_and_the_link(self, wiki: Wiki, browser_page: Page) -> None:
        wiki.edit()
        wiki.open(browser_page, path="/framed")
        frame = card(browser_page, wiki)

        expect(word(frame)).to_have_text("Source changed")
        expect(frame.locator("#changed")).to_have_text("Changed on 14 June 2026. ")
        expect(frame.locator("#changed-on")).to_have_attribute("datetime", "2026-06-14")
        expect(frame.locator("#attested")).to_be_hidden()
        expect(frame.get_by_role("link")).to_have_attribute("href", f"/c/{wiki.citation}")
        expect(frame.get_by_role("link")).to_have_attribute("target", "_blank")

    def test_shows_who_says_that_it_still_holds(self, wiki: Wiki, browser_page: Page) -> None:
        wiki.edit()
        legal = wiki.people.legal
        seen = [cast.current_version(legal, wiki.document)]
        attest(actor=legal, citation=wiki.citation, note="It holds.", versions=seen, at=JUNE)  # type: ignore[arg-type]
        wiki.open(browser_page, path="/framed")
        frame = card(browser_page, wiki)

        expect(word(frame)).to_have_text("Source changed")
        expect(frame.locator("#attested")).to_have_text("Still holds, says legal on 14 June 2026. ")
        assert frame.evaluate("document.documentElement.scrollHeight <= window.innerHeight")

    @pytest.mark.parametrize(("person", "state"), [("contractor", "Unavailable"), ("", "Unverified")])
    def test_who_may_not_read_or_is_nobody_sees_no_date(
        self, wiki: Wiki, browser_page: Page, person: str, state: str
    ) -> None:
        wiki.edit()
        wiki.open(browser_page, path="/framed", person=person)
        frame = card(browser_page, wiki)
        expect(frame.locator("#checked")).to_contain_text("Checked at")

        expect(word(frame)).to_have_text(state)
        expect(frame.locator("#changed")).to_be_hidden()
        assert "2026-06" not in frame.content()

    def test_needs_no_right_of_the_surface_to_know_states(self, wiki: Wiki, browser_page: Page) -> None:
        Surface.objects.update(knows_states=False)
        wiki.open(browser_page, path="/framed")

        expect(word(card(browser_page, wiki))).to_have_text("Current")

    def test_the_page_around_cannot_look_into_it(self, wiki: Wiki, browser_page: Page) -> None:
        wiki.open(browser_page, path="/framed")
        expect(word(card(browser_page, wiki))).to_have_text("Current")

        seen = browser_page.evaluate(
            """() => {
              const element = document.querySelector('citeledger-frame');
              return { root: element.shadowRoot, frames: window.length, words: element.outerHTML };
            }"""
        )

        assert (seen["root"], seen["frames"]) == (None, 0)
        assert "Current" not in seen["words"]

    def test_nothing_the_page_around_can_measure_depends_on_the_state(self, wiki: Wiki, browser_page: Page) -> None:
        """Frames inside, size, messages, load events, history, timing entries (threat T46)."""
        observed = {}
        for state, change in (("current", None), ("source_changed", wiki.edit), ("unavailable", wiki.hide)):
            if change:
                change()
            observed[state] = _attack(browser_page, wiki, state=state, uid=wiki.citation)
        observed["unknown"] = _attack(browser_page, wiki, state="unavailable", uid=uuid4())
        observed["nobody"] = _attack(browser_page, wiki, state="unverified", uid=wiki.citation, person="")

        assert observed["current"]["messages"] == ["ready", "assertion_wanted"]
        assert observed["current"]["keys"] == ["ask", "citeledger", "kind"]
        assert observed["current"]["inside"] == "blocked"
        assert observed["current"]["within"] == 0
        for measure in observed["current"]:
            seen = {name: found[measure] for name, found in observed.items()}
            assert all(value == seen["current"] for value in seen.values()), (measure, seen)

    def test_an_unregistered_page_cannot_frame_it(self, wiki: Wiki, browser_page: Page) -> None:
        SurfaceOrigin.objects.all().delete()
        wiki.open(browser_page, path="/framed")
        browser_page.wait_for_timeout(1_800)

        assert all(not frame.url.startswith(wiki.ledger) for frame in browser_page.frames)
        assert browser_page.evaluate("document.querySelector('citeledger-frame').offsetHeight") > 0

    def test_strangers_neither_get_an_assertion_nor_feed_one(self, wiki: Wiki, browser: Browser) -> None:
        """Both sides look at origin and source of each message (threat T59)."""
        context = browser.new_context(bypass_csp=True)
        page = context.new_page()
        wiki.open(page, path="/framed", person="")
        asked: list[str] = []
        page.evaluate(ATTACKER, f"{wiki.ledger}/embed/frame/{wiki.citation}")
        page.on("request", lambda request: asked.append(request.url))

        heard = page.evaluate(HOSTILE)

        assert heard == []
        assert asked == []
        for frame in page.frames[1:]:
            assert "/embed/" not in frame.url or word(frame).text_content() == "Unverified"
        context.close()

    def test_a_frame_that_no_element_of_ours_made_gets_no_assertion(self, wiki: Wiki, browser_page: Page) -> None:
        wiki.open(browser_page, path="/framed")
        expect(word(card(browser_page, wiki))).to_have_text("Current")
        asked: list[str] = []
        browser_page.on("request", lambda request: asked.append(request.url))

        browser_page.evaluate(STRAY, f"{wiki.ledger}/embed/frame/{uuid4()}")

        assert [url for url in asked if "/embed/frame/" in url]
        assert f"{wiki.origin}/assertion" not in asked


# A frame of the ledger's own, alive and asking, but put there by somebody else.
STRAY = """async (url) => {
  const frame = document.createElement('iframe');
  frame.src = url;
  document.body.append(frame);
  await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  frame.contentWindow.postMessage({ citeledger: 1, kind: 'hello' }, '*');
  await new Promise((resolve) => setTimeout(resolve, 700));
}"""

# What a hostile page can do at most: it frames us itself, speaks our protocol, and writes down all it can see.
ATTACKER = """async (url) => {
  const seen = { messages: [], keys: new Set(), errors: 0, loads: 0, before: history.length };
  const frame = document.createElement('iframe');
  frame.addEventListener('load', () => { seen.loads += 1; });
  frame.addEventListener('error', () => { seen.errors += 1; });
  const done = new Promise((resolve) => window.addEventListener('message', async (event) => {
    if (event.source !== frame.contentWindow) return;
    seen.messages.push(event.data.kind);
    Object.keys(event.data).forEach((key) => seen.keys.add(key));
    if (event.data.kind !== 'assertion_wanted') return;
    const answer = await fetch('/assertion');
    const assertion = answer.status === 200 ? await answer.text() : null;
    frame.contentWindow.postMessage({ citeledger: 1, kind: 'assertion', ask: event.data.ask, assertion }, '*');
    setTimeout(resolve, 700);
  }));
  frame.src = url;
  document.body.append(frame);
  await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  frame.contentWindow.postMessage({ citeledger: 1, kind: 'hello' }, '*');
  await done;
  let inside = 'blocked';
  try { inside = frame.contentDocument.body.textContent; } catch {}
  const entries = performance.getEntriesByType('resource').filter((one) => one.name === url);
  return {
    ...seen, keys: [...seen.keys].sort(), inside, within: frame.contentWindow.length,
    size: [frame.offsetWidth, frame.offsetHeight], history: history.length - seen.before,
    entries: entries.map((one) => [one.initiatorType, one.transferSize, one.encodedBodySize, one.responseStatus]),
  };
}"""

# A sibling frame and the page itself send what only the frame, or only the page around it, may send.
HOSTILE = """async () => {
  window.heard = [];
  const sibling = document.createElement('iframe');
  document.body.append(sibling);
  const theirs = sibling.contentWindow;
  theirs.addEventListener('message', (event) => window.heard.push(event.data));
  const script = theirs.document.createElement('script');
  const target = document.querySelector('iframe[src*="/embed/frame/"]').contentWindow;
  const say = new theirs.Function('to', 'message', 'to.postMessage({ citeledger: 1, ...message }, "*")');
  for (let ask = 0; ask < 50; ask += 1) say(target, { kind: 'assertion', ask, assertion: 'forged' });
  say(target, { kind: 'hello' });
  say(window, { kind: 'assertion_wanted', ask: 1 });
  window.postMessage({ citeledger: 1, kind: 'assertion_wanted', ask: 1 }, '*');
  window.postMessage({ citeledger: 1, kind: 'ready' }, '*');
  await new Promise((resolve) => setTimeout(resolve, 500));
  return window.heard;
}"""


def _attack(page: Page, wiki: Wiki, *, state: str, uid: UUID, person: str = "support") -> dict[str, Any]:
    wiki.open(page, person=person)
    seen: dict[str, Any] = page.evaluate(ATTACKER, f"{wiki.ledger}/embed/frame/{uid}")
    (frame,) = [frame for frame in page.frames if str(uid) in frame.url]
    expect(frame.locator("#state .badge")).to_have_attribute("data-state", state)
    return seen


class TestOutages:
    @pytest.mark.parametrize("kind", ["refuses", "hangs"])
    def test_inline_shows_unverified_in_time_and_recovers_without_a_reload(
        self, wiki: Wiki, browser_page: Page, kind: str
    ) -> None:
        wiki.open(browser_page)
        expect(badge(browser_page)).to_have_text("Current")
        with _outage(kind):
            browser_page.evaluate("window.dispatchEvent(new Event('focus'))")
            expect(badge(browser_page)).to_have_text("Unverified", timeout=OUTAGE)
            expect(badge(browser_page, 1)).to_have_text("Unverified", timeout=OUTAGE)

        expect(badge(browser_page)).to_have_text("Current")

    @pytest.mark.parametrize("kind", ["refuses", "hangs"])
    def test_a_frame_shows_unverified_in_time_and_recovers_without_a_reload(
        self, wiki: Wiki, browser_page: Page, kind: str
    ) -> None:
        wiki.edit()
        wiki.open(browser_page, path="/framed")
        frame = card(browser_page, wiki)
        expect(word(frame)).to_have_text("Source changed")
        with _outage(kind):
            frame.evaluate("window.dispatchEvent(new Event('focus'))")
            expect(word(frame)).to_have_text("Unverified", timeout=OUTAGE)
            expect(frame.locator("#changed")).to_be_hidden()
            expect(frame.locator("#checked")).to_have_text("Not checked.")

        expect(word(frame)).to_have_text("Source changed")

    def test_a_page_opened_while_the_ledger_is_away_shows_unverified_and_recovers(
        self, wiki: Wiki, browser_page: Page
    ) -> None:
        browser_page.route("**/embed/frame/**", lambda route: route.abort())
        wiki.open(browser_page, path="/framed")
        assert _read_out(browser_page).count("Unverified") == 2

        browser_page.unroute("**/embed/frame/**")

        expect(word(card(browser_page, wiki))).to_have_text("Current")

    def test_a_host_that_cannot_say_who_is_looking_gets_unverified(self, wiki: Wiki, browser_page: Page) -> None:
        browser_page.route("**/assertion", lambda route: route.fulfill(status=500))
        wiki.open(browser_page)
        browser_page.wait_for_timeout(500)
        expect(badge(browser_page)).to_have_text("Unverified")

        browser_page.unroute("**/assertion")

        expect(badge(browser_page)).to_have_text("Current")


def _read_out(page: Page) -> list[str]:
    """All texts of the page as assistive technology gets them, closed trees included."""
    tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")
    nodes = [node for node in tree["nodes"] if node["role"]["value"] == "StaticText"]
    return [node["name"]["value"] for node in nodes]


@contextmanager
def _outage(kind: str) -> Iterator[None]:
    def away(**_: Any) -> None:
        if kind == "hangs":
            time.sleep(2.5)
        raise OperationalError("gone")

    with patch("citeledger.interfaces.embed.viewers.asserted_viewer", side_effect=away):
        yield


class TestOldStates:
    def test_leaving_takes_the_state_away_before_the_page_is_kept(self, wiki: Wiki, browser_page: Page) -> None:
        wiki.open(browser_page)
        expect(badge(browser_page)).to_have_text("Current")
        wiki.hide()

        left = browser_page.evaluate(
            """() => {
              window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
              return document.querySelector('citeledger-badge').shadowRoot.querySelector('button').textContent;
            }"""
        )
        browser_page.evaluate("window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")

        assert left == "Unverified"
        expect(badge(browser_page)).to_have_text("Unavailable")

    def test_going_back_asks_again(self, wiki: Wiki, browser_page: Page) -> None:
        wiki.open(browser_page)
        expect(badge(browser_page)).to_have_text("Current")
        browser_page.goto("about:blank")
        wiki.hide()

        browser_page.go_back()

        expect(badge(browser_page)).to_have_text("Unavailable")

    def test_a_state_nobody_refreshed_for_a_minute_is_taken_away(self, wiki: Wiki, browser_page: Page) -> None:
        wiki.open(browser_page)
        expect(badge(browser_page)).to_have_text("Current")

        browser_page.evaluate(
            """() => {
              Object.defineProperty(document, 'hidden', { get: () => true });
              const now = Date.now;
              Date.now = () => now() + 61000;
            }"""
        )

        expect(badge(browser_page)).to_have_text("Unverified")


def test_an_assertion_never_travels_in_an_address_a_referrer_or_a_message_to_others(
    wiki: Wiki, browser_page: Page
) -> None:
    requests: list[Request] = []
    browser_page.on("request", lambda request: requests.append(request))
    for path in ("/", "/framed"):
        wiki.open(browser_page, path=path)
        browser_page.wait_for_timeout(800)
    to_ledger = [request for request in requests if request.url.startswith(wiki.ledger)]

    assert [request for request in to_ledger if (request.post_data or "").find("eyJ") > 0]
    assert not [request for request in requests if "eyJ" in request.url]
    for request in to_ledger:
        sent = request.all_headers()
        assert "eyJ" not in "".join(sent.values())
        assert "cookie" not in sent
    assert not browser_page.context.cookies(wiki.ledger)


@pytest.mark.parametrize("path", ["/", "/framed"])
def test_axe_finds_nothing(wiki: Wiki, browser: Browser, path: str) -> None:
    wiki.edit()
    context = browser.new_context(bypass_csp=True)
    page = context.new_page()
    for person in ("support", "contractor", ""):
        wiki.open(page, path=path, person=person)
        page.wait_for_timeout(600)
        for frame in page.frames:
            frame.evaluate(AXE)
        assert problems(page) == [], person
    context.close()
