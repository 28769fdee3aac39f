"""A real Chromium that can reach this machine only, and blocks third-party cookies as browsers will."""

import asyncio
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from script.chromium import find_chromium

_FLAGS = [
    "--no-sandbox",  # as root, and in containers
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-sync",
    "--no-first-run",
    "--no-pings",
    "--test-third-party-cookie-phaseout",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
]
_WAIT = 10_000  # milliseconds


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Under a loop that another test left running Django hands out other connections: two to one database, locked."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return
    if "browser" not in item.fixturenames:
        pytest.fail("An event loop of an earlier test still runs in this thread.")


# One browser for a module, not for the whole run: playwright keeps an event loop in this thread while it lives.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A running Chromium."""
    program = find_chromium()
    if program is None:
        pytest.fail("no Chromium found. Run: apt-get install chromium, or set CHROMIUM=/path/to/chromium.")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=_FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def browser_context(browser: Browser) -> Iterator[BrowserContext]:
    """A fresh profile: no cookies of another test."""
    context = browser.new_context(locale="en-GB", timezone_id="UTC")
    context.set_default_timeout(_WAIT)
    yield context
    context.close()


@pytest.fixture
def browser_page(browser_context: BrowserContext) -> Page:
    """An empty tab of a fresh profile."""
    return browser_context.new_page()
