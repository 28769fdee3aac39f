"""Looking at a page as everybody meets it: wide and narrow, light and dark, with axe at hand."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text()
_VIOLATIONS = """(rules) => axe.run(rules ? {runOnly: rules} : {}).then((result) => result.violations.map(
  (one) => [one.id, one.nodes.map((node) => node.html + node.failureSummary)]))"""
# All that axe knows is asked of a page in the light. These are the rules that look at colours, asked in the dark too.
_OF_COLOURS = ["color-contrast", "link-in-text-block"]
_HEIGHT = 900
_WIDTHS = (1280, 390)


def violations(page: Page, rules: list[str] | None = None) -> list[Any]:
    """What axe finds in the page as it is now; the page lets scripts in (bypass_csp)."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found: list[Any] = page.evaluate(_VIOLATIONS, rules)
    return found


def problems(page: Page) -> list[Any]:
    """At a desk and on a phone, by day and by night: what axe finds, and by how much (pixels) the page is too wide."""
    found = []
    for width in _WIDTHS:
        page.set_viewport_size({"width": width, "height": _HEIGHT})
        page.emulate_media(color_scheme="light")
        overflow = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        found += [(width, "light", one) for one in violations(page)]
        found += [(width, "overflow", overflow)] if overflow > 0 else []
        page.emulate_media(color_scheme="dark")
        found += [(width, "dark", one) for one in violations(page, _OF_COLOURS)]
    return found
