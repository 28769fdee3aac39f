"""Uploading in a real browser: dropped files and chosen ones, their progress, the preview, access for everyone."""

import threading
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import pytest
from django.db import connections
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect

from citeledger.documents.models import Document, Upload, Version
from citeledger.documents.services import reading
from citeledger.documents.uploads import UploadState
from citeledger.extraction import Cell, Extraction, RegionKind
from citeledger.extraction.builder import TextBuilder
from tests import cast
from tests.browser.looking import problems
from tests.browser.test_web import World, _watched

pytestmark = pytest.mark.browser

DROP = """([zone, files]) => {
  const data = new DataTransfer();
  for (const [name, text] of files) data.items.add(new File([text], name));
  for (const kind of ["dragenter", "dragover", "drop"]) {
    const event = new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true });
    document.querySelector(zone).dispatchEvent(event);
  }
}"""


def scan() -> Extraction:
    """A page with everything a preview marks."""
    builder = TextBuilder()
    with builder.page("iv"):
        builder.heading(level=1, title="Returns policy")
        with builder.block("paragraph"):
            with builder.region(RegionKind.OCR, confidence=930):
                builder.write("Opened electronics may be returned within 30 days of delivery, with their receipt. ")
            with (
                builder.region(RegionKind.OCR, confidence=410),
                builder.region(RegionKind.UNQUOTABLE, note="Read from a picture with too little confidence."),
            ):
                builder.write("Sh1pp1ng ls frce of charqe in tbe country.")
        with builder.block("paragraph"), builder.region(RegionKind.CAPTION):
            builder.write("Figure 2: returns by month")
    with builder.page("v"):
        with builder.block("paragraph"), builder.region(RegionKind.RUNNING):
            builder.write("Returns policy, page v")
        with builder.block("table"):
            for number, words in enumerate((("Goods", "Days"), ("Shoes", "60"), ("Electronics", "30")), start=1):
                _row(builder, number, words)
    builder.warnings.append("Two pages hold pictures alone; they were read by OCR.")
    return Extraction(builder.text(), builder.structure(), "pdf/1+pdfium-5.15.0+ocr/1")


def _row(builder: TextBuilder, number: int, words: tuple[str, str]) -> None:
    for column, word in enumerate(words, start=1):
        builder.write("\t" if column > 1 else "")
        start, end = builder.write(word)
        headers = ("Days",) if number > 1 and column == 2 else ()
        builder.cell(Cell(f"table 1!{'AB'[column - 1]}{number}", "table 1", number, column, start, end, headers))
    builder.write("\n")


def make_world() -> World:
    people = cast.make_cast()
    document = cast.make_document(owner=people.legal)
    nothing = UUID(int=0)
    return World("", people, document, nothing, nothing, nothing, nothing, nothing)


@pytest.fixture
def worker(world: World, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Reads what waits, as the relay and a worker would."""
    stop = threading.Event()

    def work() -> None:
        while not stop.wait(0.1):
            reading.relay(send=lambda uid: reading.read(upload=uid, at=timezone.now()), now=timezone.now())
        connections.close_all()

    thread = threading.Thread(target=work)
    thread.start()
    yield
    stop.set()
    thread.join()


@pytest.fixture
def page(world: World, browser_context: BrowserContext) -> Page:
    world.sign_in(browser_context, world.people.legal)
    return _watched(browser_context.new_page())


def received() -> dict[str, str]:
    return dict(Upload.objects.values_list("file_name", "state"))


class TestSending:
    @pytest.mark.usefixtures("worker")
    def test_one_file_leads_to_its_page_which_shows_it_once_it_is_read(
        self,
        page: Page,
        world: World,
        tmp_path: Path,
    ) -> None:
        (tmp_path / "Refund_policy.md").write_text("# Refunds\n\nWithin 30 days.\n")
        page.goto(f"{world.origin}/uploads")
        page.get_by_label("File", exact=True).set_input_files(tmp_path / "Refund_policy.md")
        page.get_by_role("button", name="Send").click()
        expect(page.get_by_role("heading", name="What was read")).to_be_visible()
        expect(page.get_by_label("Text of the file")).to_contain_text("Within 30 days.")
        expect(page.get_by_label("Title")).to_have_value("Refunds")
        page.get_by_label("Title").fill("Refunds in May")
        page.get_by_role("button", name="Publish", exact=True).click()
        expect(page.get_by_role("heading", name="Refunds in May", exact=True)).to_be_visible()
        expect(page.get_by_text("Published. Only you can read it")).to_be_visible()
        assert Document.objects.filter(head__metadata__title="Refunds in May").count() == 1

    @pytest.mark.usefixtures("worker")
    def test_dropped_files_are_sent_one_after_the_other_and_listed_until_all_are_read(
        self,
        page: Page,
        world: World,
    ) -> None:
        page.goto(f"{world.origin}/uploads")
        page.evaluate(DROP, ["#drop", [["a.md", "# A"], ["b.txt", "B"], ["c.pdf", "no PDF"]]])
        expect(page.locator("#uploads [data-state=ready]")).to_have_count(2)
        expect(page.locator("#sending li")).to_have_count(1)
        expect(page.locator("#sending li .refused")).to_contain_text("not what its media type or its name says")
        expect(page.locator("#upload-said")).to_contain_text("has been read")
        assert received() == {"a.md": UploadState.READY, "b.txt": UploadState.READY}

    def test_a_file_that_is_too_large_is_told_before_it_is_sent(self, page: Page, world: World) -> None:
        page.goto(f"{world.origin}/uploads")
        page.evaluate("document.getElementById('upload').dataset.largest = 3")
        page.evaluate(DROP, ["#drop", [["a.md", "four"]]])
        expect(page.locator("#sending li")).to_contain_text("It is larger than 25 MB.")
        assert received() == {}

    def test_as_the_next_version_of_a_document(self, page: Page, world: World) -> None:
        page.goto(f"{world.origin}/documents/{world.document}")
        page.get_by_role("link", name="Upload the next version").click()
        page.wait_for_load_state()
        page.evaluate(DROP, ["#drop", [["policy.md", "# Returns\n\nNever."]]])
        expect(page.locator("#upload-state")).to_have_attribute("data-state", "waiting")
        reading.read(upload=Upload.objects.get().uid, at=timezone.now())
        page.get_by_role("button", name="Publish version").click()
        expect(page.get_by_text("The new version is published.")).to_be_visible()
        assert Version.objects.filter(document__uid=world.document).count() == 2


class TestWithoutScript:
    def test_one_file_goes_all_the_way(self, world: World, browser: Browser, tmp_path: Path) -> None:
        context = browser.new_context(java_script_enabled=False)
        world.sign_in(context, world.people.legal)
        page = context.new_page()
        (tmp_path / "a.md").write_text("# A\n")
        page.goto(f"{world.origin}/uploads")
        page.get_by_label("File", exact=True).set_input_files(tmp_path / "a.md")
        page.get_by_role("button", name="Send").click()
        assert page.get_by_text("It is read as soon as a worker is free.").is_visible()
        reading.read(upload=Upload.objects.get().uid, at=timezone.now())
        page.get_by_role("link", name="Look again").click()
        page.get_by_role("button", name="Save as draft").click()
        assert page.get_by_role("heading", name="A", exact=True).is_visible()
        assert page.get_by_text("Saved as a draft. Only you can read it").is_visible()
        context.close()


@pytest.fixture
def scanned(world: World, page: Page, monkeypatch: pytest.MonkeyPatch) -> UUID:
    monkeypatch.setattr(reading, "read_apart", lambda **_: scan())
    page.goto(f"{world.origin}/uploads")
    page.evaluate(DROP, ["#drop", [["Returns policy.md", "x"]]])
    expect(page.locator("#upload-state")).to_be_visible()
    uid = Upload.objects.get().uid
    reading.read(upload=uid, at=timezone.now())
    return uid


def test_everyone_can_use_the_pages_at_any_width(page: Page, world: World, scanned: UUID) -> None:
    for address in ("uploads", f"uploads?document={world.document}", f"uploads/{scanned}"):
        page.goto(f"{world.origin}/{address}")
        assert problems(page) == [], address


def test_what_cannot_be_cited_is_hatched_and_says_so(page: Page, world: World, scanned: UUID) -> None:
    page.goto(f"{world.origin}/uploads/{scanned}")
    hatched = page.locator('.preview [data-mark="unquotable"]')
    assert hatched.count() == 1
    assert "gradient" in hatched.evaluate("(part) => getComputedStyle(part).backgroundImage")
    expect(
        page.get_by_text("Cannot be cited (1 place). Read from a picture with too little confidence.")
    ).to_be_visible()
