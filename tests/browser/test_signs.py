"""Every basis as a browser draws it: told apart without colour, on screen and in print, and accessible."""

from dataclasses import dataclass, replace
from datetime import UTC
from uuid import UUID, uuid4

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from acl.models import User
from acl.surfaces import SurfaceDraft, register_surface
from citeledger.core.statements import (
    FROM_SOURCES,
    Absence,
    AnswerKind,
    Basis,
    Computation,
    ComputedInput,
    Context,
    Role,
    Statement,
    Structure,
)
from citeledger.documents.services import pin
from citeledger.emission.services import OnUnproved, RecordedAnswer, record_answer
from citeledger.interfaces.wording import BASES
from citeledger.ledger.services import put_page
from tests import cast
from tests.browser.looking import problems

pytestmark = pytest.mark.browser

TEXT = "The window was 30 days. It is 14 days now."


@dataclass
class World:
    """One answer with a statement of every basis, one bound to its version, and one that was not proved."""

    origin: str
    people: cast.Cast
    answer: RecordedAnswer
    page: UUID

    def addresses(self) -> list[str]:
        return [
            f"/answers/{self.answer.uid}",
            f"/pages/{self.page}",
            *(f"/c/{citation}" for citation in self.answer.citations),
        ]

    def sign_in(self, context: BrowserContext) -> Page:
        client = Client()
        person = User.objects.get(pk=self.people.support.id)
        client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
        name = settings.SESSION_COOKIE_NAME
        context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": self.origin}])
        return context.new_page()


def make_world() -> World:
    people = cast.make_cast()
    answer = _said(people, cast.make_document(owner=people.legal, text=TEXT))
    draft = SurfaceDraft(name="wiki", origins=("https://wiki.example",), allowed_group="staff")
    page = put_page(
        actor=people.support,
        surface=register_surface(actor=people.superuser, draft=draft, at=cast.AT),
        kind="runbook",
        host_reference="RB-1",
        title="Refunds",
        citations=list(answer.citations),
        at=cast.AT,
    )
    return World("", people, answer, page)


def _said(people: cast.Cast, policy: UUID) -> RecordedAnswer:
    legal = people.legal
    then, now = (cast.mint(writer=legal, document=policy, exact=exact) for exact in ("30 days", "14 days"))
    snapshot = pin(actor=legal, name="All", documents=[policy], at=cast.AT).uid
    query = {"version": 1, "kind": "phrase", "phrase": "store credit"}
    inputs = (ComputedInput(then), ComputedInput(now))
    fell = Computation(operation="difference/1", inputs=inputs, value="16 days", language="en")
    quoted = Statement("14 days", Basis.QUOTED, spans=(now,))
    segments = (
        quoted,
        Structure(Role.BREAK, " "),
        Statement("Buyers have two weeks.", Basis.PARAPHRASED, spans=(now,)),
        Statement("The window fell by 16 days.", Basis.COMPUTED, spans=(then, now), computation=fell),
        Statement("No policy offers store credit.", Basis.ABSENCE, absence=Absence(query, snapshot)),
        Statement("It once was 30 days.", Basis.PARAPHRASED, spans=(then,), as_of=(then,)),
        replace(quoted, spans=(uuid4(),)),
    )
    recorded = record_answer(
        writer=legal,
        kind=AnswerKind.ANSWER,
        segments=segments,
        context=Context(),
        on_behalf_of=None,
        at=cast.AT,
        on_unproved=OnUnproved.DROP,
    )
    cast.share_answer(owner=legal, answer=recorded.uid)
    return recorded


def test_each_statement_says_its_basis_in_a_word(world: World, browser_context: BrowserContext) -> None:
    page = world.sign_in(browser_context)
    for address in (f"/answers/{world.answer.uid}", f"/pages/{world.page}"):
        page.goto(world.origin + address)
        shown = page.locator(".statement .sign").all_inner_texts()
        words = [
            *(BASES[basis].word for basis in (Basis.QUOTED, Basis.PARAPHRASED, Basis.COMPUTED)),
            "Not found, weaker than a passage that says so",
            BASES[Basis.PARAPHRASED].word,
            f"as of version 1, {cast.AT.astimezone(UTC).date().isoformat()}",
        ]
        assert shown[:6] == words
    page.goto(f"{world.origin}/answers/{world.answer.uid}")
    expect(page.locator(".statement").last).to_have_text("1 sentence withheld as unproved.")


@pytest.mark.parametrize("medium", ["screen", "print"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_two_signs_look_alike_in_grey(browser: Browser, world: World, medium: str, scheme: str) -> None:
    context = browser.new_context(bypass_csp=True, color_scheme=scheme)  # type: ignore[arg-type]
    page = world.sign_in(context)
    page.goto(f"{world.origin}/answers/{world.answer.uid}")
    page.emulate_media(media=medium)  # type: ignore[arg-type]
    page.add_style_tag(content="html { filter: grayscale(1) }")
    signs = page.locator(".statement .sign")
    kinds = signs.evaluate_all("(all) => all.map((one) => one.dataset.sign)")
    assert set(kinds) == {*FROM_SOURCES, "as_of", "withheld"}
    drawn = {(kind, _picture(signs.nth(at).locator(".badge-icon"))) for at, kind in enumerate(kinds)}
    context.close()
    assert len(drawn) == len(set(kinds))  # both paraphrases look the same,
    assert len({picture for _, picture in drawn}) == len(drawn)  # and nothing else does


def _picture(icon: Locator) -> bytes:
    """The drawing alone, moved to one place of the window, so that equal drawings are equal bytes."""
    expect(icon).to_be_visible()
    icon.evaluate("(icon) => { icon.style.cssText = 'position: fixed; inset: 0 auto auto 0; margin: 0' }")
    picture = icon.page.screenshot(clip={"x": 0, "y": 0, "width": 16, "height": 16})
    icon.evaluate("(icon) => { icon.style.cssText = '' }")
    return picture


def test_pages_with_signs_are_accessible_and_fit(browser: Browser, world: World) -> None:
    context = browser.new_context(bypass_csp=True)  # the checker itself is injected
    page, found = world.sign_in(context), {}
    for address in world.addresses():
        page.goto(world.origin + address)
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
        found[address] = problems(page)
    context.close()
    assert {address: what for address, what in found.items() if what} == {}
