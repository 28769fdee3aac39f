"""Pages of hosts on the web, and as PDF."""

import json
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from acl import services as rights
from acl.rights import Right
from acl.surfaces import SurfaceDraft, register_surface
from citeledger.interfaces.web.errors import outage
from citeledger.interfaces.wording import UNAVAILABLE_NOTICE
from revalidation.attesting import attest
from tests.functional.web.conftest import AT, POLICY, SignIn, Story, grant, principal, publish, revoke
from tests.functional.web.papers import Paper, draw_none, meanwhile
from tests.ground.databases import BuiltOnce


@pytest.fixture(scope="module")
def _surface(_cast: None, built_once: BuiltOnce) -> UUID:
    return built_once(register)


@pytest.fixture
def surface(_surface: UUID, cast: None) -> UUID:
    return _surface


def register() -> UUID:
    ada = principal("ada")
    rights.create_group(actor=ada, name="wiki", at=AT)
    for name in ("support", "contractor"):
        rights.add_member(actor=ada, group="wiki", user=principal(name).uid, at=AT)
    draft = SurfaceDraft(name="wiki", origins=("https://wiki.example",), allowed_group="wiki")
    return register_surface(actor=ada, draft=draft, at=AT)


def _form(surface: UUID, story: Story, **changes: str) -> dict[str, str]:
    form = {
        "surface": str(surface),
        "kind": "runbook",
        "host_reference": "RB-1",
        "title": "Refunds at the counter",
        "citations": f"{story.citation}\n{uuid4()}",
    }
    return form | changes


def _put(client: Client, surface: UUID, story: Story, **changes: str) -> str:
    """The address of a page just put."""
    response = client.post("/pages/new", _form(surface, story, **changes))
    assert response.status_code == 302
    return response["Location"].partition("?")[0]


@pytest.fixture
def runbook(sign_in: SignIn, surface: UUID, story: Story) -> str:
    return _put(sign_in("support"), surface, story)


def test_a_page_shows_each_viewer_their_own_states(sign_in: SignIn, runbook: str) -> None:
    support, contractor = (sign_in(name).get(runbook).content.decode() for name in ("support", "contractor"))
    assert "The window is 30 days." in support
    assert support.count('data-state="current"') == 1
    assert "The window is 30 days." not in contractor
    assert contractor.count(UNAVAILABLE_NOTICE) == 2


def test_pages_are_listed_to_the_members_of_their_surface(sign_in: SignIn, runbook: str) -> None:
    assert b"Refunds at the counter" in sign_in("contractor").get("/pages").content
    assert b"Refunds at the counter" not in sign_in("legal").get("/pages").content
    assert sign_in("legal").get(runbook).status_code == 404


@pytest.mark.parametrize("who", ["support", "contractor"])
def test_a_new_page_never_replaces_one(sign_in: SignIn, surface: UUID, story: Story, runbook: str, who: str) -> None:
    before = sign_in("support").get(runbook).context["page"].statements
    response = sign_in(who).post("/pages/new", _form(surface, story, title="New title", citations=str(uuid4())))
    assert response.status_code == 422
    assert "A page with this reference exists: open it to edit it" in response.content.decode()
    after = sign_in("support").get(runbook).context["page"]
    assert (after.title.text, after.statements) == ("Refunds at the counter", before)


def test_a_page_is_edited_by_its_owner_from_what_it_is(sign_in: SignIn, story: Story, runbook: str) -> None:
    client = sign_in("support")
    assert f'href="{runbook}/edit"' in client.get(runbook).content.decode()
    filled = client.get(f"{runbook}/edit").context["form"].initial
    assert (filled["title"], filled["kind"]) == ("Refunds at the counter", "runbook")
    first, second = filled["citations"].split()
    assert first == str(story.citation)
    changed = {"title": "At the till", "kind": "ticket", "citations": f"{second}\r\n{first}\r\n{first}"}
    response = client.post(f"{runbook}/edit", changed | {"expected": filled["expected"]})
    assert response["Location"] == f"{runbook}"
    now = client.get(f"{runbook}/edit").context["form"].initial
    assert now == changed | {"citations": f"{second}\n{first}\n{first}", "expected": now["expected"]}
    assert now["expected"] != filled["expected"]
    (row,) = client.get("/pages").context["page"].rows
    assert (row.title.text, row.reference.text) == ("At the till", "RB-1")


def test_of_two_who_edit_at_once_the_second_is_told_and_keeps_what_they_typed(sign_in: SignIn, runbook: str) -> None:
    client = sign_in("support")
    filled = client.get(f"{runbook}/edit").context["form"].initial
    assert client.post(f"{runbook}/edit", filled | {"title": "The first"}).status_code == 302
    late = client.post(f"{runbook}/edit", filled | {"title": "The second"})
    assert late.status_code == 409
    html = late.content.decode()
    assert "The page was saved before you" in html
    assert 'value="The second"' in html
    assert b"The first" in client.get(runbook).content
    again = late.context["form"].data
    assert client.post(f"{runbook}/edit", {name: again[name] for name in filled}).status_code == 302
    assert b"The second" in client.get(runbook).content


@pytest.mark.parametrize("expected", [{}, {"expected": ""}, {"expected": "0" * 64}])
def test_a_form_that_does_not_say_what_it_started_from_replaces_nothing(
    sign_in: SignIn, runbook: str, expected: dict[str, str]
) -> None:
    client = sign_in("support")
    filled = client.get(f"{runbook}/edit").context["form"].initial
    typed = {name: filled[name] for name in ("title", "kind", "citations")} | {"title": "Mine"}
    assert client.post(f"{runbook}/edit", typed | expected).status_code == 409
    assert b"Mine" not in client.get(runbook).content


def test_nobody_else_edits_a_page(sign_in: SignIn, runbook: str) -> None:
    client = sign_in("contractor")
    assert b"Edit this page" not in client.get(runbook).content
    for response in (client.get(f"{runbook}/edit"), client.post(f"{runbook}/edit", {"title": "Mine"})):
        assert response.status_code == 404
    assert b"Refunds at the counter" in client.get(runbook).content


def test_an_edit_is_refused_with_a_reason(sign_in: SignIn, runbook: str) -> None:
    client = sign_in("support")
    for wrong in ({"citations": "x"}, {"title": "\u202ex"}, {"kind": "novel"}):
        filled = client.get(f"{runbook}/edit").context["form"].initial
        response = client.post(f"{runbook}/edit", filled | wrong)
        assert response.status_code == 422
        assert list(response.context["form"].errors) == list(wrong)


def test_who_left_the_surface_is_told_so(sign_in: SignIn, runbook: str) -> None:
    client = sign_in("support")
    filled = client.get(f"{runbook}/edit").context["form"].initial
    rights.remove_member(actor=principal("ada"), group="wiki", user=principal("support").uid, at=AT)
    response = client.post(f"{runbook}/edit", filled)
    assert response.status_code == 422
    assert b"You do not belong to this surface any more" in response.content


def test_addresses_of_citations_here_name_them(sign_in: SignIn, surface: UUID, story: Story, settings: Any) -> None:
    settings.PUBLIC_URL = "https://ledger.example"
    client = sign_in("support")
    own = f"https://ledger.example/c/{story.citation}"
    address = _put(client, surface, story, citations=f"{own}?shown=1\n/c/{story.citation}\n{story.citation}")
    kept = client.get(f"{address}/edit").context["form"].initial["citations"]
    assert kept.split() == [str(story.citation)] * 3


@pytest.mark.parametrize("address", ["https://elsewhere.example/c/{}", "https://ledger.example/answers/{}"])
def test_any_other_address_is_no_citation(
    sign_in: SignIn, surface: UUID, story: Story, settings: Any, address: str
) -> None:
    settings.PUBLIC_URL = "https://ledger.example"
    wrong = _form(surface, story, citations=address.format(story.citation), host_reference="RB-9")
    response = sign_in("support").post("/pages/new", wrong)
    assert list(response.context["form"].errors) == ["citations"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"surface": str(UUID(int=7))},
        {"surface": "x"},
        {"citations": "x"},
        {"kind": "novel"},
        {"title": ""},
        {"title": "\u202ex"},
    ],
)
def test_a_wrong_page_comes_back_with_a_reason(
    sign_in: SignIn, surface: UUID, story: Story, wrong: dict[str, str]
) -> None:
    response = sign_in("support").post("/pages/new", _form(surface, story) | wrong)
    assert response.status_code == 422
    assert response.context["form"].errors


def test_one_chooses_among_ones_own_surfaces_by_name(sign_in: SignIn, surface: UUID) -> None:
    register_surface(actor=principal("ada"), draft=SurfaceDraft(name="open", origins=()), at=AT)
    ours = sign_in("support").get("/pages/new").content.decode()
    assert f'<option value="{surface}">wiki</option>' in ours
    assert ">open</option>" in ours
    theirs = sign_in("legal").get("/pages/new").content.decode()
    assert str(surface) not in theirs
    assert ">open</option>" in theirs
    assert "You belong to no surface yet" not in theirs


def test_whoever_has_no_surface_is_told_so(sign_in: SignIn, surface: UUID) -> None:
    assert b"You belong to no surface yet" in sign_in("legal").get("/pages/new").content


def test_whoever_is_not_of_the_surface_cannot_put_a_page(sign_in: SignIn, surface: UUID, story: Story) -> None:
    assert sign_in("legal").post("/pages/new", _form(surface, story)).status_code == 422


@pytest.mark.parametrize("kind", ["runbook", "ticket"])
def test_a_page_is_exported_with_the_states_its_viewer_sees(
    sign_in: SignIn, surface: UUID, story: Story, kind: str
) -> None:
    client = sign_in("support")
    address = _put(client, surface, story, kind=kind, host_reference=kind)
    publish(document=story.document, text=POLICY.replace("30", "14"), expected=story.version)
    response = client.get(f"{address}/export.pdf")
    assert response["Content-Type"] == "application/pdf"
    assert response["Cache-Control"] == "private, no-store"
    day = datetime.now(tz=UTC).date()
    assert response["Content-Disposition"] == f'attachment; filename="Refunds-at-the-counter-{day}.pdf"'
    said = json.dumps(Paper(response.content).said)
    assert "source_changed" in said
    assert "unavailable" in said
    assert '"sources": [{"number": 1, "on": "2026-03-02", "title": "Returns policy"}]' in said
    assert AT.date().isoformat() in said


@pytest.mark.parametrize("still_applies", [True, False])
def test_an_attestation_goes_along_beside_the_state_to_whoever_may_read_the_sources(
    sign_in: SignIn, runbook: str, story: Story, still_applies: bool
) -> None:
    newest = publish(document=story.document, text=POLICY.replace("30", "14"), expected=story.version)
    grant(document=story.document, right=Right.ATTEST, name="support")
    attest(actor=principal("support"), citation=story.citation, note="It is about May.", versions=[newest], at=AT)
    if not still_applies:
        publish(document=story.document, text=POLICY.replace("30", "7"), expected=newest)
    said = {"by": "support", "on": AT.date().isoformat(), "note": "It is about May.", "still_applies": still_applies}
    paper = Paper(sign_in("support").get(f"{runbook}/export.pdf").content)
    assert said in [segment["attestation"] for segment in paper.said["segments"]]
    theirs = Paper(sign_in("contractor").get(f"{runbook}/export.pdf").content)
    assert "It is about May." not in json.dumps(theirs.said)


def test_the_copy_of_a_viewer_who_may_not_read_holds_nothing_of_it(sign_in: SignIn, runbook: str) -> None:
    said = json.dumps(Paper(sign_in("contractor").get(f"{runbook}/export.pdf").content).said)
    assert "30 days" not in said
    assert "paraphrased" not in said


def test_a_thread_has_no_export(sign_in: SignIn, surface: UUID, story: Story) -> None:
    client = sign_in("support")
    address = _put(client, surface, story, kind="thread")
    assert b"Export PDF" not in client.get(address).content
    assert client.get(f"{address}/export.pdf").status_code == 404


def test_a_right_revoked_while_the_copy_is_drawn_is_honoured(
    sign_in: SignIn, story: Story, runbook: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    meanwhile(lambda: revoke(document=story.document, right=Right.READ, name="support"), patch=monkeypatch)
    said = json.dumps(Paper(sign_in("support").get(f"{runbook}/export.pdf").content).said)
    assert "30 days" not in said


def test_a_copy_that_cannot_be_drawn_is_503(sign_in: SignIn, runbook: str, monkeypatch: pytest.MonkeyPatch) -> None:
    draw_none(patch=monkeypatch)
    response = sign_in("support").get(f"{runbook}/export.pdf")
    assert (response.status_code, response["Retry-After"]) == (503, "5")


def _refuse(*_: object) -> None:
    raise OperationalError("the server closed the connection")


@pytest.mark.parametrize(
    "address", ["/documents", "/ledger", "/pages", "/tokens", "/people", "/c/{citation}", "{runbook}"]
)
def test_an_outage_is_503_in_constant_words_and_never_a_state(
    sign_in: SignIn, story: Story, runbook: str, address: str
) -> None:
    client = sign_in("support")
    address = address.format(citation=story.citation, runbook=runbook)
    with connection.execute_wrapper(_refuse):
        response = client.get(address)
    assert response.status_code == 503
    assert response["Retry-After"] == "5"
    assert b"data-state" not in response.content
    assert response.content == outage().content
    assert client.get(address).status_code != 503


def test_the_number_of_questions_does_not_grow_with_the_page(
    sign_in: SignIn, surface: UUID, story: Story, django_assert_num_queries: Any
) -> None:
    client = sign_in("support")
    small = _put(client, surface, story)
    many = "\n".join([str(story.citation), *(str(uuid4()) for _ in range(60))])
    large = _put(client, surface, story, host_reference="RB-2", citations=many)
    with CaptureQueriesContext(connection) as asked:
        client.get(small)
    with django_assert_num_queries(len(asked)):
        client.get(large)


@pytest.mark.parametrize("statement", ["<script>alert(1)</script>", "\u202eevil", "{{ 7|add:7 }}"])
def test_what_people_write_stays_text_on_every_page(
    sign_in: SignIn, surface: UUID, story: Story, statement: str
) -> None:
    client = sign_in("support")
    address = _put(client, surface, story, title=statement.replace("\u202e", ""), host_reference="RB-3")
    for page in (address, "/pages"):
        assert b"<script>alert" not in client.get(page).content
