"""The suite's browser behaves like a strict one: no third-party cookies, no way out of this machine."""

import http.server
import threading
from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page
from playwright.sync_api import Error as BrowserError

pytestmark = pytest.mark.browser


class _Handler(http.server.BaseHTTPRequestHandler):
    """Sets a cookie that would cross sites if browsers let it, and says which one came back; ``/host`` frames that."""

    def do_GET(self) -> None:
        port = self.server.server_address[1]
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        if self.path == "/host":
            body = f'<title>host</title><iframe src="http://127.0.0.1:{port}/framed"></iframe>'
        else:
            self.send_header("Set-Cookie", "seen=yes; SameSite=None; Secure")
            body = f"<p>{self.headers.get('Cookie', 'no cookie')}</p>"
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_: object) -> None:
        """Quiet."""


@pytest.fixture
def port() -> Iterator[int]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


def test_cookies_do_not_cross_from_one_site_to_a_frame_of_another(browser_page: Page, port: int) -> None:
    for _ in range(2):
        browser_page.goto(f"http://127.0.0.1:{port}/first-party")
    assert browser_page.inner_text("p") == "seen=yes"
    browser_page.goto(f"http://localhost:{port}/host")
    assert browser_page.frame_locator("iframe").locator("p").inner_text() == "no cookie"


def test_cookies_of_the_same_site_reach_its_frames(browser_page: Page, port: int) -> None:
    browser_page.goto(f"http://127.0.0.1:{port}/first-party")
    browser_page.goto(f"http://127.0.0.1:{port}/host")
    assert browser_page.frame_locator("iframe").locator("p").inner_text() == "seen=yes"


def test_each_test_starts_with_a_fresh_profile(browser_context: BrowserContext) -> None:
    assert browser_context.cookies() == []


def test_no_address_outside_this_machine_resolves(browser_page: Page) -> None:
    with pytest.raises(BrowserError, match="ERR_NAME_NOT_RESOLVED"):
        browser_page.goto("http://ledger.example/")
