"""Re-binding on the web: the places with the words around them, one button each, and the way back and forth."""

from uuid import UUID

import pytest

from acl.models import Surface
from acl.rights import Right
from citeledger.ledger.models import Answer
from revalidation import rebindings
from tests.functional.web.conftest import PASSAGE, POLICY, SignIn, Story, grant, principal, publish

NEW = PASSAGE.replace("returned", "sent back")
FORM = '<form class="stack" method="post">'  # one for each place that may be chosen
EDITED = POLICY.replace(PASSAGE, NEW)
ANOTHER_STATEMENT = {
    "A number is another one there": PASSAGE.replace("30 days", "14 days"),
    "A word such as “not”": PASSAGE.replace("may be", "may not be"),
}


@pytest.fixture
def changed(story: Story) -> UUID:
    return publish(document=story.document, text=EDITED, expected=story.version)


def _address(story: Story) -> str:
    return f"/c/{story.citation}/rebind"


def _form(story: Story, version: UUID, exact: str = NEW) -> dict[str, str]:
    was = now = POLICY.index(PASSAGE)
    cited = {"version": str(story.version), "start": str(was), "end": str(was + len(PASSAGE))}
    place = {"version": str(version), "start": str(now), "end": str(now + len(exact)), "exact": exact}
    return {f"cited_{name}": value for name, value in cited.items()} | place | {"holds": "on"}


def test_it_is_offered_to_the_writer_beside_what_changed(sign_in: SignIn, story: Story, changed: UUID) -> None:
    assert _address(story) in sign_in("support").get(f"/c/{story.citation}").content.decode()
    assert _address(story) not in sign_in("legal").get(f"/c/{story.citation}").content.decode()


def test_not_while_nothing_changed(sign_in: SignIn, story: Story) -> None:
    assert _address(story) not in sign_in("support").get(f"/c/{story.citation}").content.decode()
    assert sign_in("support").get(_address(story))["Location"] == f"/c/{story.citation}"


def test_the_page_has_a_form_for_each_place(sign_in: SignIn, story: Story, changed: UUID) -> None:
    html = sign_in("support").get(_address(story)).content.decode()
    assert html.count(FORM) == 1
    for name, value in (_form(story, changed) | {"holds": None}).items():
        assert value is None or f'name="{name}" value="{value}"' in html
    assert f'<mark class="cited">{NEW}</mark>' in html


def test_the_button_makes_a_citation_and_both_pages_say_so(sign_in: SignIn, story: Story, changed: UUID) -> None:
    client = sign_in("support")
    response = client.post(_address(story), _form(story, changed))
    assert response.status_code == 302
    made = response["Location"]
    new, old = client.get(response["Location"]).content.decode(), client.get(f"/c/{story.citation}").content.decode()
    assert 'data-state="current"' in new
    assert "Put its uid where the old one is shown." in new
    assert f'href="/c/{story.citation}"' in new
    assert 'data-state="source_changed"' in old
    assert f'href="{made}"' in old
    uid = made.removeprefix("/c/")
    for html in (new, old):
        assert f'<code class="copied">{uid}</code>' in html
        assert f'<code class="copied">{story.citation}</code>' not in html


def test_what_awaits_review_says_that_a_newer_one_stands_beside_it(
    sign_in: SignIn, story: Story, changed: UUID
) -> None:
    """The old one is shown where it was, and goes on awaiting review."""
    for name in ("support", "legal"):
        grant(document=story.document, right=Right.ATTEST, name=name)
    client = sign_in("support")
    assert "Re-bound" not in client.get("/review").content.decode()
    made = client.post(_address(story), _form(story, changed))["Location"]
    said = f'Re-bound: <a href="{made}">a newer citation</a> stands beside it.'
    for name in ("support", "legal"):
        page = sign_in(name).get("/review").content.decode()
        assert page.count(f'href="/c/{story.citation}"') == 1
        assert page.count(said) == 1


def test_the_old_one_is_not_to_be_replaced_once_it_is_current_again(
    sign_in: SignIn, story: Story, changed: UUID
) -> None:
    made = sign_in("support").post(_address(story), _form(story, changed))["Location"]
    publish(document=story.document, text=POLICY, expected=changed)
    html = sign_in("support").get(f"/c/{story.citation}").content.decode()
    assert made in html
    assert f'<code class="copied">{story.citation}</code>' in html
    assert "pages go on showing this one until you do" not in html


def test_other_words_are_shown_as_such_and_want_a_word_of_the_writer(
    sign_in: SignIn, story: Story, changed: UUID
) -> None:
    client = sign_in("support")
    html = client.get(_address(story)).content.decode()
    assert "The cited words were edited." in html
    assert "<del>returned</del>" in html
    assert "<ins>sent back</ins>" in html
    assert '<input type="checkbox" name="holds" required>' in html
    silent = {name: value for name, value in _form(story, changed).items() if name != "holds"}
    response = client.post(_address(story), silent)
    assert response.status_code == 422
    assert "say that the statement holds" in response.content.decode()
    assert Answer.objects.count() == 1


@pytest.mark.parametrize("why", ANOTHER_STATEMENT)
def test_a_place_that_says_something_else_is_shown_and_not_offered(sign_in: SignIn, story: Story, why: str) -> None:
    new = ANOTHER_STATEMENT[why]
    version = publish(document=story.document, text=POLICY.replace(PASSAGE, new), expected=story.version)
    client = sign_in("support")
    html = client.get(_address(story)).content.decode()
    assert f'<mark class="cited">{new}</mark>' in html
    assert f"Not to be bound to. {why}" in html
    assert f'<a href="/documents/{story.document}">Open the document to cite it</a>' in html
    assert FORM not in html
    response = client.post(_address(story), _form(story, version, exact=new))
    assert (response.status_code, Answer.objects.count()) == (422, 1)
    assert why in response.content.decode()


def test_words_that_are_not_there_come_back_with_a_reason(sign_in: SignIn, story: Story, changed: UUID) -> None:
    response = sign_in("support").post(_address(story), _form(story, changed, exact=NEW.replace("30", "99")))
    assert response.status_code == 422
    assert "is not the text sent" in response.content.decode()


def test_a_form_changed_on_its_way_is_refused(sign_in: SignIn, story: Story, changed: UUID) -> None:
    response = sign_in("support").post(_address(story), _form(story, changed) | {"start": "x"})
    assert response.status_code == 422


def test_reading_alone_is_not_enough(sign_in: SignIn, story: Story, changed: UUID) -> None:
    assert sign_in("legal").get(_address(story)).status_code == 403
    assert sign_in("legal").post(_address(story), _form(story, changed)).status_code == 403


def test_for_whoever_may_not_read_there_is_nothing(sign_in: SignIn, story: Story, changed: UUID) -> None:
    assert sign_in("contractor").get(_address(story)).status_code == 404
    assert sign_in("contractor").post(_address(story), _form(story, changed)).status_code == 404
    before = sign_in("contractor").get(f"/c/{story.citation}").content
    sign_in("support").post(_address(story), _form(story, changed))
    assert sign_in("contractor").get(f"/c/{story.citation}").content == before


def test_of_many_re_bindings_the_newest_are_looked_at(
    sign_in: SignIn, story: Story, changed: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = sign_in("support")
    made = [client.post(_address(story), _form(story, changed))["Location"] for _ in range(3)]
    newest = {story.citation: UUID(made[-1].removeprefix("/c/"))}
    for most in (1, 1_000):
        monkeypatch.setattr(rebindings, "MOST_ON_A_PAGE", most)
        assert rebindings.newest_successors(viewer=principal("support"), citations=[story.citation]) == newest
    monkeypatch.setattr(rebindings, "MOST_ON_A_PAGE", 0)
    assert rebindings.newest_successors(viewer=principal("support"), citations=[story.citation]) == {}


def test_the_text_it_stands_in_leads_to_the_newer_one(sign_in: SignIn, story: Story, changed: UUID) -> None:
    client, answer = sign_in("support"), f"/answers/{story.answer}"
    assert "Re-bound" not in client.get(answer).content.decode()
    made = client.post(_address(story), _form(story, changed))["Location"]
    assert f'Re-bound to another place: <a href="{made}">open the newer citation</a>.</p>' in (
        client.get(answer).content.decode()
    )


def test_but_nobody_who_may_not_read_what_it_rests_on(sign_in: SignIn, story: Story, changed: UUID) -> None:
    client, answer = sign_in("support"), f"/answers/{story.answer}"
    client.post(f"{answer}/share", {"kind": "user", "name": "contractor", "right": "read"})
    before = sign_in("contractor").get(answer).content
    client.post(_address(story), _form(story, changed))
    assert sign_in("contractor").get(answer).content == before


def test_the_owner_of_a_page_that_shows_the_old_one_is_told(sign_in: SignIn, story: Story, changed: UUID) -> None:

    surface = Surface.objects.create(name="wiki")
    grant(document=story.document, right=Right.READ, name="ada")
    data = {"surface": str(surface.uid), "title": "Runbook", "kind": "runbook", "host_reference": "r"}
    client = sign_in("support")
    page = client.post("/pages/new", data | {"citations": str(story.citation)})["Location"]
    made = client.post(_address(story), _form(story, changed))["Location"]
    assert f"<code>{made.removeprefix('/c/')}</code> instead" in client.get(page).content.decode()
    assert "instead" not in sign_in("ada").get(page).content.decode()
