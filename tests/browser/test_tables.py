"""Tables read from files, in a real browser: laid out, cited to the character, wide ones in a box of their own."""

from dataclasses import replace
from uuid import UUID

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from acl.rights import Right
from acl.services import grant
from citeledger.documents.metadata import Metadata
from citeledger.documents.queries import version as version_view
from citeledger.documents.services import reading, uploading
from citeledger.documents.services.uploading import NewDocument
from citeledger.ledger.models import SpanText
from tests import cast
from tests.browser.looking import problems
from tests.browser.test_web import World, _select, _watched

pytestmark = pytest.mark.browser

SHEET = (
    "Goods,Days,Fee,North,South,East,West,Remark\n"
    "Shoes 👩‍⚖️,60,0,1,2,3,4,As long as nobody wore them outside and the box is whole\n"
    'Electronics,"30\ndays",,5,6,7,8,Reset\n'
)


def _received(world: World) -> UUID:
    upload = uploading.receive(
        actor=world.people.legal,
        document=None,
        data=SHEET.encode(),
        media_type=None,
        file_name="fees.csv",
        language=None,
        at=timezone.now(),
    )
    reading.read(upload=upload, at=timezone.now())
    return upload


def make_world() -> World:
    people = cast.make_cast()
    nothing = UUID(int=0)
    world = World("", people, nothing, nothing, nothing, nothing, nothing, nothing)
    target = NewDocument(Metadata(title="Fees"))
    upload = _received(world)
    published = uploading.publish_upload(actor=people.legal, upload=upload, target=target, at=timezone.now())
    for right in (Right.READ, Right.CITE):
        grant(actor=people.legal, document=published.document, right=right, holder=cast.STAFF, at=cast.AT)
    return replace(world, document=published.document)


@pytest.fixture
def page(world: World, browser_context: BrowserContext) -> Page:
    world.sign_in(browser_context, world.people.support)
    return _watched(browser_context.new_page())


@pytest.mark.parametrize(
    ("start", "end", "passage"),
    [
        ("30 days", "30 days", "30 days"),
        ("Shoes", "60", "Shoes 👩‍⚖️\t60"),
        ("Reset", "Reset", "Reset"),
        ("West", "60", "West\tRemark\nShoes 👩‍⚖️\t60"),
    ],
)
def test_selected_cells_become_the_passage_to_the_code_point(
    page: Page, world: World, start: str, end: str, passage: str
) -> None:
    page.goto(f"{world.origin}/documents/{world.document}")
    _select(page, start, end)
    page.get_by_role("button", name="Cite this", exact=True).click()
    expect(page.get_by_role("heading", name="1 passage chosen")).to_be_visible()
    assert page.locator("blockquote.passage").evaluate("(quote) => quote.textContent") == passage
    span = SpanText.objects.get()
    assert span.exact == passage
    version = cast.current_version(world.people.support, world.document)
    text = version_view(viewer=world.people.support, uid=version).text
    assert text[span.span.start : span.span.end] == passage


def test_the_text_of_a_table_is_the_stored_one_and_says_where_its_cells_are(page: Page, world: World) -> None:
    page.goto(f"{world.origin}/documents/{world.document}")
    block = page.locator(".block-text")
    version = cast.current_version(world.people.support, world.document)
    assert block.evaluate("(block) => block.textContent") == (
        version_view(viewer=world.people.support, uid=version).text
    )
    expect(page.get_by_role("columnheader", name="Days")).to_be_visible()
    expect(page.get_by_role("rowheader", name="Electronics")).to_have_attribute("title", "Cell A3: Goods")
    expect(page.get_by_role("cell", name="30 days")).to_have_attribute("title", "Cell B3: Days; row Electronics")


def test_wide_tables_scroll_in_their_own_box(page: Page, world: World, browser_context: BrowserContext) -> None:
    upload = _received(world)
    said = cast.cite(writer=world.people.support, documents=[world.document], exact="30 days")
    page.goto(f"{world.origin}/documents/{world.document}")
    _select(page, "Goods", "Reset")
    page.get_by_role("button", name="Cite this", exact=True).click()
    expect(page.get_by_role("heading", name="1 passage chosen")).to_be_visible()
    for address in (f"documents/{world.document}", "cite", f"c/{said.citations[0]}"):
        _scrolls_within(page, f"{world.origin}/{address}")
    world.sign_in(browser_context, world.people.legal)
    _scrolls_within(page, f"{world.origin}/uploads/{upload}")


def _scrolls_within(page: Page, address: str) -> None:
    page.goto(address)
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.locator(".sheet").first.evaluate("(box) => box.scrollWidth > box.clientWidth"), (address, width)
    assert problems(page) == [], address
