"""The web pages in a real browser: citing by mouse and by keyboard, badges, access for everyone, nothing blocked."""

import re
from dataclasses import dataclass
from uuid import UUID, uuid4

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, expect

from acl import services as rights
from acl.models import User
from acl.queries import Holder
from acl.rights import InstallationRight, Right
from acl.surfaces import SurfaceDraft, register_surface
from citeledger.core.principals import Principal
from citeledger.core.states import State
from citeledger.documents.search.indexing import index_owed
from citeledger.documents.services import pin
from citeledger.interfaces.wording import STATES
from citeledger.ledger.services import put_page
from tests import cast
from tests.browser.looking import problems

pytestmark = pytest.mark.browser

TEXT = (
    "# Returns 👩‍⚖️\n\nWe take back what we sold 🙂.\n\n- swollen batteries\n- broken seals\n\n"
    f"{cast.REFUND} Reset it.\n"
)
PASSWORD = "correct horse battery staple"
HOSTILE = "Mind <img src=x onerror=alert(1)><script>alert(2)</script>\"' onmouseover='alert(3)"


@dataclass
class World:
    """A policy, a citation of it that support wrote, and a runbook that shows it beside an unknown one."""

    origin: str
    people: cast.Cast
    document: UUID
    answer: UUID
    citation: UUID
    runbook: UUID
    unread: UUID
    version: UUID

    def edit(self, text: str) -> None:
        cast.publish(owner=self.people.legal, document=self.document, text=text)

    def sign_in(self, context: BrowserContext, person: Principal) -> None:
        client = Client()
        client.force_login(User.objects.get(pk=person.id), backend="django.contrib.auth.backends.ModelBackend")
        name = settings.SESSION_COOKIE_NAME
        context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": self.origin}])


def make_world() -> World:
    people = cast.make_cast()
    document = cast.make_document(owner=people.legal, text=TEXT)
    said = cast.cite(writer=people.support, documents=[document])
    draft = SurfaceDraft(name="wiki", origins=("https://wiki.example",), allowed_group="staff")
    surface = register_surface(actor=people.superuser, draft=draft, at=cast.AT)
    runbook = put_page(
        actor=people.support,
        surface=surface,
        kind="runbook",
        host_reference="RB-1",
        title="Refunds",
        citations=[said.citations[0], uuid4()],
        at=cast.AT,
    )
    unread = cast.make_document(owner=people.manager, readers=[])
    version = cast.current_version(people.legal, document)
    assert version is not None
    while index_owed():
        pass
    return World("", people, document, said.uid, said.citations[0], runbook, unread, version)


@pytest.fixture
def page(world: World, browser_context: BrowserContext) -> Page:
    """Support's browser. Whatever the content policy blocks, and every dialog, fails the test."""
    world.sign_in(browser_context, world.people.support)
    return _watched(browser_context.new_page())


def _watched(page: Page) -> Page:
    def refuse(what: object) -> None:
        pytest.fail(str(what))

    page.on("dialog", lambda dialog: refuse(f"dialog: {dialog.message}"))
    page.on("pageerror", refuse)
    page.on("console", lambda said: refuse(said.text) if "Content Security Policy" in said.text else None)
    return page


def _select(page: Page, start: str, end: str) -> None:
    """Select from the first character of `start` to the last of `end`, as a mouse would."""
    page.evaluate(
        """([start, end]) => {
          const nodes = [];
          for (const block of document.querySelectorAll('.block-text')) {
            const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
            while (walker.nextNode()) nodes.push(walker.currentNode);
          }
          const whole = nodes.map((node) => node.data).join('');
          const place = (offset) => {
            let at = 0;
            for (const node of nodes) {
              if (offset <= at + node.length) return [node, offset - at];
              at += node.length;
            }
          };
          getSelection().setBaseAndExtent(
            ...place(whole.indexOf(start)), ...place(whole.indexOf(end, whole.indexOf(start)) + end.length));
        }""",
        [start, end],
    )


def _open_document(page: Page, world: World) -> None:
    page.goto(f"{world.origin}/documents/{world.document}")


class TestCiting:
    @pytest.mark.parametrize(
        ("start", "end", "passage"),
        [
            (cast.REFUND, cast.REFUND, cast.REFUND),
            ("sold 🙂", "sold 🙂", "sold 🙂"),
            ("Returns", "We take", "Returns 👩‍⚖️\n\nWe take"),
            (" Reset it.\n", " Reset it.\n", "Reset it."),
            ("- swollen", "seals", "- swollen batteries\n- broken seals"),
        ],
    )
    def test_selected_words_become_the_passage_exactly(
        self, page: Page, world: World, start: str, end: str, passage: str
    ) -> None:
        _open_document(page, world)
        _select(page, start, end)
        page.get_by_role("button", name="Cite this", exact=True).click()
        assert page.locator("blockquote.passage").inner_text() == passage

    def test_the_button_appears_with_a_selection_and_goes_with_it(self, page: Page, world: World) -> None:
        _open_document(page, world)
        button = page.get_by_role("button", name="Cite this", exact=True)
        expect(button).to_be_hidden()
        _select(page, "batteries", "batteries")
        expect(button).to_be_visible()
        expect(page.locator("#cite-said")).to_contain_text("9 characters selected")
        page.keyboard.press("Escape")
        expect(button).to_be_hidden()

    def test_a_selection_is_cited_from_the_keyboard(self, page: Page, world: World) -> None:
        _open_document(page, world)
        _select(page, "batteries", "batteries")
        page.keyboard.press("Control+Enter")
        expect(page.locator("blockquote.passage")).to_have_text("batteries")

    def test_a_block_is_cited_from_the_keyboard_alone(self, page: Page, world: World) -> None:
        _open_document(page, world)
        page.get_by_role("button", name="Cite this block: - broken seals").focus()
        page.keyboard.press("Enter")
        expect(page.locator("blockquote.passage")).to_have_text("- broken seals")

    def test_from_the_selection_to_the_badge_and_on_to_the_change(self, page: Page, world: World) -> None:
        _open_document(page, world)
        _select(page, cast.REFUND, cast.REFUND)
        page.get_by_role("button", name="Cite this", exact=True).click()
        page.get_by_role("textbox", name="Statement").fill("Thirty days, opened or not.")
        page.get_by_label("Paraphrased").check()
        page.get_by_role("button", name="Record citation").click()
        expect(page.get_by_role("button", name="Current")).to_be_visible()
        world.edit(TEXT.replace("30 days", "14 days"))
        page.reload()
        page.get_by_role("button", name="Source changed").click()
        page.get_by_role("link", name="Open this citation").click()
        expect(page.locator("del")).to_have_text("30")
        expect(page.locator("ins")).to_have_text("14")
        page.locator(".reading").scroll_into_view_if_needed()
        expect(page.locator("mark.cited")).to_be_in_viewport()

    def test_the_passage_is_brought_into_view_in_a_long_text(self, page: Page, world: World) -> None:
        world.edit("\n\n".join(f"Paragraph {n} of many." for n in range(300)) + "\n\n" + TEXT)
        page.goto(f"{world.origin}/c/{world.citation}")
        box = page.locator(".reading")
        box.scroll_into_view_if_needed()
        expect(page.locator("mark.cited")).to_be_in_viewport()
        assert page.evaluate("document.querySelector('.reading').scrollTop") > 1000


class TestBadges:
    def test_a_badge_explains_itself_to_the_keyboard_and_to_a_screen_reader(self, page: Page, world: World) -> None:
        page.goto(f"{world.origin}/pages/{world.runbook}")
        badge = page.get_by_role("button", name="Current")
        words = STATES["current"]
        expect(badge).to_have_accessible_description(re.compile(re.escape(words.meaning)))
        meaning = page.get_by_text(words.meaning)
        expect(meaning).to_be_hidden()
        badge.focus()
        page.keyboard.press("Enter")
        expect(meaning).to_be_visible()
        expect(page.get_by_text(words.action).first).to_be_visible()
        page.keyboard.press("Escape")
        expect(meaning).to_be_hidden()

    @pytest.mark.parametrize("indent", [0, 90, 180])
    def test_what_it_says_keeps_off_the_edges_of_a_phone(self, page: Page, world: World, indent: int) -> None:
        page.set_viewport_size({"width": 390, "height": 800})
        page.goto(f"{world.origin}/pages/{world.runbook}")
        badge = page.get_by_role("button", name="Current")
        badge.evaluate("(badge, indent) => { badge.style.marginInlineStart = `${indent}px`; }", indent)
        badge.click()
        box = page.locator(".badge-meaning:popover-open").bounding_box()
        assert box is not None
        assert box["width"] > 300
        assert min(box["x"], 390 - box["x"] - box["width"]) >= 12

    def test_all_badges_have_one_size(self, page: Page, world: World) -> None:
        page.goto(f"{world.origin}/")
        boxes = [badge.bounding_box() for badge in page.locator(".badge").all()]
        assert len(boxes) == len(State)
        assert len({(box["width"], box["height"]) for box in boxes if box}) == 1

    def test_hidden_and_unknown_look_the_same(self, page: Page, world: World) -> None:
        cast.unread(owner=world.people.legal, document=world.document)
        seen = []
        for citation in (world.citation, uuid4()):
            page.goto(f"{world.origin}/c/{citation}")
            page.get_by_role("button", name="Unavailable").click()
            seen.append((page.screenshot(), page.locator("body").aria_snapshot().replace(str(citation), "")))
        assert seen[0] == seen[1]

    def test_a_printed_badge_carries_its_meaning(self, page: Page, world: World) -> None:
        page.goto(f"{world.origin}/pages/{world.runbook}")
        page.emulate_media(media="print")
        expect(page.get_by_text(STATES["current"].meaning)).to_be_visible()


class TestSearching:
    def test_from_the_header_to_the_passage_by_keyboard_alone(self, page: Page, world: World) -> None:
        page.goto(f"{world.origin}/ledger")
        page.get_by_role("searchbox", name="Search documents").focus()
        page.keyboard.type("opened ELECTRONICS")
        page.keyboard.press("Enter")
        expect(page.locator("mark").first).to_have_text("Opened")
        expect(page.get_by_role("searchbox", name="Words to look for")).to_have_value("opened ELECTRONICS")
        page.get_by_role("link", name="Returns policy passage 1").focus()
        page.keyboard.press("Enter")
        expect(page.locator("mark.cited")).to_have_text(re.compile(re.escape(cast.REFUND)))
        expect(page.locator("mark.cited")).to_be_in_viewport()

    def test_the_box_is_there_on_a_phone_too(self, page: Page, world: World) -> None:
        page.set_viewport_size({"width": 390, "height": 800})
        page.goto(f"{world.origin}/documents")
        page.get_by_role("searchbox", name="Search documents").fill("zebra")
        page.get_by_role("button", name="Search", exact=True).click()
        expect(page.get_by_text("No passage that you may read has any of these words.")).to_be_visible()


def _addresses(world: World) -> list[str]:
    snapshot = pin(actor=world.people.legal, name="Before the audit", documents=[world.document], at=cast.AT).uid
    other = pin(actor=world.people.legal, name="After the audit", documents=[world.document], at=cast.AT).uid
    document, person = f"/documents/{world.document}", User.objects.get(pk=world.people.support.id).uid
    return [
        "/",
        "/sign-out",
        "/search",
        "/search?q=opened+electronics",
        "/search?q=zebra",
        "/search?q=%21",
        "/documents",
        "/documents?q=returns",
        "/documents?q=%21",
        "/documents/new",
        document,
        f"/documents/{world.unread}/rights",
        *(f"{document}/{page}" for page in ("versions", "text", "details", "rights", "retire", "supersede")),
        "/cite",
        "/ledger",
        "/ledger?q=zebra&state=current",
        f"/answers/{world.answer}",
        *(f"/answers/{world.answer}/{page}" for page in ("share", "erase", "original")),
        f"/c/{world.citation}",
        *(f"/c/{world.citation}/{page}" for page in ("why", "attest", "rebind")),
        f"/c/{uuid4()}",
        f"{document}/life",
        f"{document}/versions/{world.version}/revert",
        "/review",
        "/snapshots",
        "/snapshots/new",
        f"/snapshots/{snapshot}",
        f"/snapshots/{snapshot}/changes/{other}",
        "/pages",
        f"/pages/{world.runbook}",
        "/pages/new",
        "/people",
        f"/people/{person}",
        "/people/new",
        "/tokens",
        "/no-such-page",
    ]


def test_every_page_is_accessible_and_fits_the_window(browser: Browser, world: World) -> None:
    world.edit(TEXT.replace("30 days", "14 days"))
    everything = world.people.legal
    User.objects.filter(pk=everything.id).update(is_superuser=True)
    context = browser.new_context(bypass_csp=True)  # the checker itself is injected
    world.sign_in(context, everything)
    rights.add_member(actor=everything, group="staff", user=everything.uid, at=cast.AT)
    itself, audit = Holder("user", everything.name), InstallationRight.AUDIT
    rights.grant_installation(actor=everything, right=audit, holder=itself, at=cast.AT)
    manager = {"answer": world.answer, "right": Right.MANAGE, "holder": itself}
    rights.grant_answer(actor=world.people.support, at=cast.AT, **manager)
    page = context.new_page()
    found = {}
    for address in _addresses(world):
        page.goto(world.origin + address)
        found[address] = problems(page)
    for address in (f"/c/{world.citation}/why", f"/answers/{world.answer}/original"):
        page.goto(world.origin + address)
        page.locator("form button.main").click()
        found[f"{address}, looked"] = problems(page)
    page.goto(f"{world.origin}/documents/{world.document}/rights")
    page.get_by_role("button", name="Revoke").first.click()
    assert page.get_by_role("heading", name="Revoke Read from").is_visible()
    found["a question before something is taken away"] = problems(page)
    context.close()
    assert {address: what for address, what in found.items() if what} == {}


def test_what_people_write_runs_nowhere(page: Page, world: World) -> None:
    people = world.people
    document = cast.make_document(owner=people.legal, title=HOSTILE, text=f"{HOSTILE}\n\n{cast.REFUND}\n")
    said = cast.cite(writer=people.support, documents=[document], text=HOSTILE)
    for address in (
        "/documents",
        f"/documents/{document}",
        f"/answers/{said.uid}",
        f"/c/{said.citations[0]}",
        "/ledger",
    ):
        page.goto(world.origin + address)
        expect(page.locator("main")).to_contain_text(re.compile("Returns|onerror|Window"))
        assert page.locator("main img").count() == 0
    page.goto(f"{world.origin}/documents/{document}")
    _select(page, "Mind", "alert(3)")
    page.get_by_role("button", name="Cite this", exact=True).click()
    assert page.locator("blockquote.passage").inner_text().startswith("Mind <img")


def test_signing_in_by_hand_leads_back_to_where_one_wanted_to_go(world: World, browser_context: BrowserContext) -> None:
    user = User.objects.get(pk=world.people.support.id)
    user.set_password(PASSWORD)
    user.save()
    page = _watched(browser_context.new_page())
    page.goto(f"{world.origin}/pages/{world.runbook}")
    page.get_by_label("Username").fill("support")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Refunds")).to_be_visible()


def test_a_visitor_is_told_unverified_and_how_to_sign_in(world: World, browser_context: BrowserContext) -> None:
    page = _watched(browser_context.new_page())
    page.goto(f"{world.origin}/c/{world.citation}")
    expect(page.get_by_role("button", name="Unverified")).to_be_visible()
    expect(page.get_by_role("main").get_by_role("link", name="Sign in")).to_be_visible()


def test_a_text_is_edited_by_hand_and_a_conflict_keeps_what_was_typed(
    world: World, browser_context: BrowserContext
) -> None:
    world.sign_in(browser_context, world.people.legal)
    page = _watched(browser_context.new_page())
    page.goto(f"{world.origin}/documents/{world.document}/text")
    world.edit("theirs\n")
    page.get_by_label("Text").fill("mine\n")
    page.get_by_role("button", name="Publish version").click()
    expect(page.get_by_role("heading", name="Somebody published meanwhile")).to_be_visible()
    expect(page.get_by_label("Text")).to_have_value("mine\n")
    page.get_by_role("button", name="Publish version").click()
    expect(page.get_by_text("The new version is published.")).to_be_visible()
