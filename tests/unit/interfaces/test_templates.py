"""Every template, from presenters alone: complete, escaped, unique ids, nothing inline that the policy would block."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest
from django.template import engines
from django.template.backends.django import DjangoTemplates
from django.test import RequestFactory

from citeledger.core.states import State
from citeledger.interfaces.names import Name, shown_name
from citeledger.interfaces.web.presenters.documents import DocumentList
from citeledger.interfaces.web.presenters.frame import SiteFrame
from tests.functional.web.samples import Sample, citation_page, document_rows, one_badge, samples

VISITOR = SiteFrame()
OPERATOR = SiteFrame(person=Name("amara"), administers=True, audits=True, lab_address="/lab")
HOSTILE = "<img src=x onerror=alert(1)>\"'><script>alert(2)</script>{{ 7 }}"
SAMPLES = samples()
NAMES = sorted(SAMPLES)


class MissingVariable(Exception):
    """A template asks for something its presenter does not have."""


class _Missing(str):
    """What Django puts in place of an unknown variable; here it stops the test."""

    def __contains__(self, _: object) -> bool:
        return True

    def __mod__(self, name: object) -> str:
        raise MissingVariable(str(name))


class _Elements(HTMLParser):
    """Ids, attributes and elements of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def attributes(self, name: str) -> list[str]:
        return [attrs[name] or "" for _, attrs in self.found if name in attrs]


@pytest.fixture
def strict_templates(monkeypatch: pytest.MonkeyPatch) -> None:
    backend = engines["django"]
    assert isinstance(backend, DjangoTemplates)
    monkeypatch.setattr(backend.engine, "string_if_invalid", _Missing("%s"))


def rendered(sample: Sample, *, site: SiteFrame = OPERATOR) -> str:
    template = engines["django"].get_template(sample.template)
    return str(template.render({**sample.context, "site": site}, RequestFactory().get("/")))


@pytest.mark.usefixtures("strict_templates")
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("site", [VISITOR, OPERATOR], ids=["visitor", "operator"])
def test_no_template_asks_for_more_than_its_presenter_has(name: str, site: SiteFrame) -> None:
    assert "</html>" in rendered(SAMPLES[name], site=site)


@pytest.mark.parametrize("name", NAMES)
def test_ids_are_unique_and_references_lead_somewhere(name: str) -> None:
    page = _Elements(rendered(SAMPLES[name]))
    ids = page.attributes("id")
    assert len(ids) == len(set(ids))
    pointed = [
        id_ for a in ("aria-labelledby", "aria-describedby", "for", "popovertarget") for id_ in page.attributes(a)
    ]
    assert {id_ for value in pointed for id_ in value.split()} <= set(ids)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_stands_inline_that_the_content_policy_blocks(name: str) -> None:
    html = rendered(SAMPLES[name])
    page = _Elements(html)
    assert not page.attributes("style")
    assert not [attribute for _, attrs in page.found for attribute in attrs if attribute.startswith("on")]
    assert not [tag for tag, attrs in page.found if tag == "style" or (tag == "script" and not attrs.get("src"))]
    assert not re.search(r"(?:src|href|action)=\"(?:https?:)?//", html)


@pytest.mark.parametrize("name", NAMES)
def test_every_page_has_one_heading_one_main_and_a_way_past_the_navigation(name: str) -> None:
    tags = [tag for tag, _ in _Elements(rendered(SAMPLES[name])).found]
    assert tags.count("h1") == 1
    assert tags.count("main") == 1
    assert 'href="#main"' in rendered(SAMPLES[name])


@pytest.mark.parametrize("name", ["400", "403", "500", "outage", "locked"])
def test_pages_that_say_no_are_the_same_for_everyone(name: str) -> None:
    assert rendered(SAMPLES[name], site=VISITOR) == rendered(SAMPLES[name], site=OPERATOR)


def _hostile(value: Any) -> Any:
    """The value with every text in it replaced by a hostile one, addresses and fixed words of ours excepted."""
    if isinstance(value, str):
        return HOSTILE
    if isinstance(value, tuple):
        return tuple(_hostile(item) for item in value)
    if not hasattr(value, "__dataclass_fields__"):
        return value
    kept = {"anchor", "icon", "state", "address", "passage_anchor", "kind", "more"}
    return replace(
        value, **{name: _hostile(getattr(value, name)) for name in value.__dataclass_fields__ if name not in kept}
    )


@pytest.mark.parametrize("name", [name for name in NAMES if SAMPLES[name].page is not None])
def test_no_text_becomes_markup(name: str) -> None:
    sample = SAMPLES[name]
    html = rendered(replace(sample, page=_hostile(sample.page)))
    assert "<img" not in html
    assert "<script>" not in html
    assert html.count("{{ 7 }}") == html.count("&lt;img src=x"), "each comes as it was written"


def test_names_stand_apart_from_the_direction_of_what_is_around_them() -> None:
    row = replace(document_rows()[0], title=shown_name(text="سياسة"))
    assert "<bdi>سياسة</bdi>" in rendered(Sample("documents/list.html", DocumentList(rows=(row,))))


def _badge_html(state: State) -> str:
    return str(engines["django"].get_template("badges/badge.html").render({"badge": one_badge(state)}))


def _shape(html: str) -> list[tuple[str, tuple[str, ...]]]:
    return [(tag, tuple(sorted(attrs))) for tag, attrs in _Elements(html).found]


@pytest.mark.parametrize("state", list(State))
def test_a_badge_has_the_same_elements_in_every_state(state: State) -> None:
    assert _shape(_badge_html(state)) == _shape(_badge_html(State.CURRENT))


@pytest.mark.parametrize("state", list(State))
def test_a_badge_says_what_it_means_without_colour(state: State) -> None:
    badge, html = one_badge(state), _badge_html(state)
    assert badge.word in html
    assert badge.icon in html
    assert badge.meaning in html.replace("&#x27;", "'")
    assert f'aria-describedby="{badge.anchor}"' in html


@pytest.mark.parametrize("state", [State.UNAVAILABLE, State.UNVERIFIED])
def test_a_citation_that_may_not_be_known_shows_its_badge_alone(state: State) -> None:
    html = rendered(Sample("ledger/citation.html", citation_page(state)))
    assert "blockquote" not in html
    assert "<time" not in html
    assert "What was said" not in html
