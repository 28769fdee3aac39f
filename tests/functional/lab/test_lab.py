"""The lab: everybody sees the right badges after every control, and the known mistakes are seen to be wrong."""

import io
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.apps import apps
from django.conf import settings as site_settings
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client

from acl.managers import unmanaged
from acl.models import AnswerGroupGrant, AnswerUserGrant, DocumentGroupGrant, DocumentUserGrant, User
from acl.queries import Holder, tokens_of
from acl.rights import Right
from acl.services import grant, issue_token, revoke
from citeledger.core.states import State
from citeledger.documents import queries
from citeledger.documents.models import Document
from citeledger.documents.queries import versions
from citeledger.documents.services import retire
from citeledger.emission.services import mint_span
from citeledger.evidence.verification import verify
from citeledger.lab import first, story
from citeledger.lab.actions import ACTIONS
from citeledger.lab.board import SENTENCES, board
from citeledger.lab.mistakes import Mistake
from citeledger.lab.people import ensure_people, principal
from citeledger.ledger.models import Answer, AnswerContext, Citation
from citeledger.log.models import LogEntry
from revalidation.service import verdicts
from tests.cast import AT
from tests.ground.databases import BuiltOnce
from tests.rig.news import news

pytestmark = pytest.mark.django_db
READERS = ("Support agent", "Contractor", "Manager", "Legal", "Anonymous visitor")


@pytest.fixture(scope="module")
def _told(built_once: BuiltOnce, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The story, told once for the module, and the folder of what the other site is told."""
    folder = tmp_path_factory.mktemp("lab")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(site_settings, "VAR_DIR", folder)
        built_once(tell)
    return folder


def tell() -> None:
    ensure_people(now=AT)
    story.tell(now=AT)


@pytest.fixture
def lab(_told: Path, db: None, client: Client, tmp_path: Path, settings) -> Client:
    settings.VAR_DIR = shutil.copytree(_told, tmp_path, dirs_exist_ok=True)
    return client


def act(client: Client, *names: str, mistake: str = "") -> None:
    for name in names:
        answer = client.post("/lab/act", {"action": name, "mistake": mistake})
        assert answer.status_code == 302
        assert said_of(answer) == "done"


def shown(name: str, mistake: Mistake | None = None) -> dict[str, str]:
    """State by reader for one sentence of the runbook; with a mistake, as the mistake shows it."""
    return all_shown(mistake)[name]


def all_shown(mistake: Mistake | None = None) -> dict[str, dict[str, str]]:
    """The same for each sentence, off one board."""
    scene = story.current_scene()
    assert scene is not None
    rows = {row.sentence: row for row in board(scene=scene, mistake=mistake, now=AT).rows}
    return {
        name: {cell.viewer: (cell.mistaken or cell.badge).state for cell in rows[sentence].cells}
        for name, sentence in SENTENCES.items()
        if sentence in rows
    }


def states(*values: State) -> dict[str, str]:
    """The four who are known, in order; a visitor never sees a state (DESIGN rule 13)."""
    return dict(zip(READERS, (value.value for value in (*values, State.UNVERIFIED)), strict=True))


C, S, U = State.CURRENT, State.SOURCE_CHANGED, State.UNAVAILABLE


class TestTheStory:
    def test_begins_with_everything_as_it_was_in_march(self, lab: Client) -> None:
        board_shows = all_shown()
        assert board_shows["window"] == board_shows["shipping"] == states(C, U, C, C)
        assert board_shows["note"] == states(U, U, U, C)
        assert board_shows["18f-overtime"] == states(C, C, C, C)

    @pytest.mark.parametrize(
        ("actions", "window", "note"),
        [
            (["window"], states(S, U, S, S), states(U, U, U, C)),
            (["window", "back"], states(C, U, C, C), states(U, U, U, C)),
            (["spacing"], states(C, U, C, C), states(U, U, U, C)),
            (["elsewhere"], states(C, U, C, C), states(U, U, U, C)),
            (["revoke"], states(U, U, U, C), states(U, U, U, C)),
            (["revoke", "window"], states(U, U, U, S), states(U, U, U, C)),
            (["revoke", "grant"], states(C, U, C, C), states(U, U, U, C)),
            (["retire"], states(U, U, U, U), states(U, U, U, U)),
            (["supersede"], states(S, U, S, S), states(U, U, U, S)),
            (["withdraw"], states(U, U, U, U), states(U, U, U, U)),
            (["forget"], states(C, U, C, C), states(U, U, U, U)),
            (["forget", "note"], states(C, U, C, C), states(U, U, U, C)),
        ],
        ids=lambda value: "+".join(value) if isinstance(value, list) else None,
    )
    def test_every_control_has_its_effect(
        self, lab: Client, actions: list[str], window: dict[str, str], note: dict[str, str]
    ) -> None:
        act(lab, *actions)
        board_shows = all_shown()
        assert (board_shows["window"], board_shows["note"]) == (window, note)

    def test_a_real_edit_of_a_real_document_is_noticed(self, lab: Client) -> None:
        act(lab, "next-18f-overtime")
        assert shown("18f-overtime") == states(S, S, S, S)

    def test_what_is_over_says_so(self, lab: Client) -> None:
        act(lab, "retire")
        answer = lab.post("/lab/act", {"action": "window"}, follow=True)
        said = "“Section 4: 30 days become 14” changed nothing: this world does not allow that any more."
        assert said in answer.content.decode()

    def test_it_says_whose_words_the_sentences_are(self, lab: Client) -> None:
        said = "The sentences here are the wiki’s own, as the manager typed them."
        assert said in lab.get("/lab").content.decode()

    def test_what_was_done_is_named_at_the_control_that_did_it(self, lab: Client) -> None:
        answer = lab.post("/lab/act", {"action": "window"}, follow=True)
        assert answer.redirect_chain[0][0].endswith("#control-window")
        html = answer.content.decode()
        said = "Done: “Section 4: 30 days become 14”. Every badge was computed again, for every reader."
        at_control = html.index(f'<p role="status">{said}</p>')
        assert html.index('id="control-window"') < at_control < html.index('id="control-back"')
        again = lab.post("/lab/act", {"action": "window"}, follow=True).content.decode()
        assert "“Section 4: 30 days become 14” changed nothing: the world is like that already." in again

    @pytest.mark.parametrize("kept", ["done@/lab", "done launch@/lab", "x window@/lab", "done window@/lab/x", "x"])
    def test_a_cookie_nobody_was_given_says_nothing(self, lab: Client, kept: str) -> None:
        lab.cookies["citeledger-done"] = kept
        assert 'role="status"' not in lab.get("/lab").content.decode()

    def test_what_was_done_is_told_once_also_beside_a_mistake(self, lab: Client) -> None:
        answer = lab.post("/lab/act", {"action": "window", "mistake": "no_epoch"})
        assert answer["Location"] == "/lab?mistake=no_epoch#control-window"
        told = "Done: “Section 4: 30 days become 14”."
        assert told in lab.get("/lab?mistake=no_epoch").content.decode()
        assert told not in lab.get("/lab?mistake=no_epoch").content.decode()

    def test_whatever_is_done_is_in_the_log(self, lab: Client) -> None:
        endings = ("supersede", "withdraw", "forget", "retire", "again")
        act(lab, *(action.name for action in ACTIONS if action.name not in endings), *endings)
        assert list(verify(progress=lambda _: None)) == []

    def test_an_unknown_control_changes_nothing(self, lab: Client) -> None:
        assert b"no such control" in lab.post("/lab/act", {"action": "launch"}, follow=True).content

    def test_all_editions_of_a_real_document_can_be_published(self, lab: Client) -> None:
        scene = story.current_scene()
        assert scene is not None
        real, legal = story.REAL[0], principal("legal")
        document = story.UUID(scene.cast[real.slug])
        while story.publish_next(owner=legal, document=document, real=real, now=AT):
            pass
        assert len(versions(viewer=legal, document=document)) == 13

    def test_a_note_can_be_written_after_any_edit(self, lab: Client) -> None:
        act(lab, "receipt", "note")
        assert shown("note") == states(U, U, U, C)

    def test_the_other_site_hears_of_a_new_world(self, lab: Client, tmp_path: Path, settings) -> None:
        settings.VAR_DIR = tmp_path
        act(lab, "again")
        scene = story.current_scene()
        assert scene is not None
        told = json.loads((tmp_path / "host.json").read_text())
        assert told["sentences"][0]["citation"] == scene.cast["citation:window"]
        act(lab, "note")
        assert story.current_scene().cast["citation:note"] in (tmp_path / "host.json").read_text()


def told(client: Client, name: str) -> str:
    return said_of(client.post("/lab/act", {"action": name}))


def said_of(answer: HttpResponse) -> str:
    return news(answer)[0].partition(" ")[0]


REAL_CONTROLS = [f"next-{real.slug}" for real in story.REAL]


class TestAControlThatWouldChangeNothing:
    """Pressed twice, it says each time whether it did anything: as the table has it, and as the database has it."""

    TWICE = (
        *((name, ("done", "same")) for name in ("window", "spacing", "elsewhere", "receipt", "revoke", "supersede")),
        *((name, ("same", "same")) for name in ("back", "grant")),
        *((name, ("done", "gone")) for name in ("retire", "withdraw", "forget")),
        *((name, ("done", "done")) for name in ("note", "again", *REAL_CONTROLS)),
    )

    def test_all_are_here(self) -> None:
        assert {name for name, _ in self.TWICE} == {action.name for action in ACTIONS}

    @pytest.mark.parametrize(("name", "expected"), TWICE)
    def test_says_so(self, lab: Client, name: str, expected: tuple[str, str]) -> None:
        before = everything()
        for said in expected:
            assert told(lab, name) == said
            after = everything()
            assert (after != before) is (said == "done")
            before = after

    def test_tells_it_on_the_page(self, lab: Client) -> None:
        page = lab.post("/lab/act", {"action": "back"}, follow=True).content.decode()
        assert "“Section 4: back to 30 days” changed nothing: the world is like that already." in page
        assert "Done: " not in page

    def test_the_last_version_of_a_real_document_is_the_last(self, lab: Client) -> None:
        name = f"next-{story.REAL[0].slug}"
        while told(lab, name) == "done":
            pass
        assert told(lab, name) == "gone"
        assert "all 13 versions are out" in lab.get("/lab").content.decode()

    def test_what_comes_next_is_counted(self, lab: Client) -> None:
        assert "version 4 of 13" in lab.get("/lab").content.decode()
        act(lab, f"next-{story.REAL[0].slug}")
        assert "version 5 of 13" in lab.get("/lab").content.decode()


def everything() -> dict[str, list[Any]]:
    """The rows of every table a control can write, but for the log, which also keeps what changed nothing."""
    models = [model for label in ("documents", "ledger") for model in apps.get_app_config(label).get_models()]
    models += [DocumentUserGrant, DocumentGroupGrant, AnswerUserGrant, AnswerGroupGrant]
    return {model.__name__: sorted(map(repr, model.objects.values_list())) for model in models}


def listed(name: str, path: str) -> list[str]:
    client = Client()
    client.force_login(User.objects.get(username=name), backend="django.contrib.auth.backends.ModelBackend")
    html = client.get(path).content.decode()
    return re.findall(r'class="title"[^>]*><bdi>([^<]+)</bdi>', html)


class TestStartingAgain:
    def test_begins_a_fresh_world(self, lab: Client) -> None:
        before = story.current_scene()
        act(lab, "retire", "again")
        assert shown("window") == states(C, U, C, C)
        assert story.current_scene() != before

    def test_every_list_shows_one_world(self, lab: Client) -> None:
        names = ["support", "contractor", "manager", "legal", "operator"]
        lists = [(name, path) for name in names for path in ("/documents", "/ledger", "/pages")]
        at_first = {one: listed(*one) for one in lists}
        act(lab, "window", "note", "supersede", "again", "revoke", "retire", "again", "forget", "withdraw", "again")
        assert {one: listed(*one) for one in lists} == at_first

    def test_the_lists_show_what_they_should(self, lab: Client) -> None:
        act(lab, "again")
        assert len(listed("legal", "/documents")) == 4
        assert len(listed("support", "/ledger")) == len(set(listed("support", "/ledger"))) == 5
        assert listed("manager", "/pages") == ["Ticket 4711: opened headphones", "Returns runbook"]

    def test_goes_through_the_services_and_removes_no_record(self, lab: Client) -> None:
        scene = story.current_scene()
        assert scene is not None
        old = {name: scene.cast[name] for name in ("policy", "note", "citation:window")}
        records = (Document.objects.count(), Answer.objects.count(), Citation.objects.count())
        act(lab, "again")
        assert Document.objects.filter(uid=old["policy"], head__retired_at__isnull=False).exists()
        assert AnswerContext.objects.filter(answer__uid=old["note"]).exists()
        assert LogEntry.objects.filter(kind="document_retired", subject_uid=old["policy"]).exists()
        assert (Document.objects.count(), Answer.objects.count(), Citation.objects.count()) > records
        legal = principal("legal")
        assert verdicts(viewer=legal, citations=[story.UUID(old["citation:window"])])[0].state is U
        assert unmanaged(viewer=principal("operator")) == ()

    def test_leaves_no_world_behind_whatever_became_of_its_rights(self, lab: Client) -> None:
        policy = story.UUID(story.current_scene().cast["policy"])
        legal, manager = principal("legal"), Holder("user", "manager")
        grant(actor=legal, document=policy, right=Right.MANAGE, holder=manager, at=AT)
        for right in (Right.MANAGE, Right.READ):
            revoke(actor=principal("operator"), document=policy, right=right, holder=Holder("user", "legal"), at=AT)
        act(lab, "again")
        assert listed("manager", "/documents").count("Northstar returns policy") == 1

    def test_a_world_that_was_left_behind_is_cleared_at_the_next_start(self, lab: Client) -> None:
        story.tell(now=AT)
        assert listed("legal", "/documents").count("Northstar returns policy") == 2
        call_command("lab_load", stdout=io.StringIO())
        assert listed("legal", "/documents").count("Northstar returns policy") == 1


class TestTheKnownMistakes:
    def test_a_cache_without_the_epoch_goes_on_showing_what_was_revoked(self, lab: Client) -> None:
        assert shown("window", Mistake.NO_EPOCH) == states(C, U, C, C)
        act(lab, "revoke")
        assert shown("window", Mistake.NO_EPOCH) == states(C, U, C, C)
        assert shown("window") == states(U, U, U, C)

    def test_a_fold_that_stops_early_tells_of_a_hidden_change(self, lab: Client) -> None:
        """The note rests on the policy, which staff may read, and on the draft, which they may not."""
        act(lab, "receipt")
        assert shown("note", Mistake.FIRST_FAILING) == states(S, U, S, S)
        assert shown("note") == states(U, U, U, S)

    def test_the_page_marks_where_the_mistake_is_wrong(self, lab: Client) -> None:
        lab.get("/lab", {"mistake": "no_epoch"})
        act(lab, "revoke", mistake="no_epoch")
        page = lab.get("/lab", {"mistake": "no_epoch"}).content.decode()
        assert "the mistake shows" in page
        assert "The mistake is wrong for" in page


class TestThePage:
    def test_shows_five_readers_and_why(self, lab: Client) -> None:
        page = lab.get("/lab").content.decode()
        assert all(reader in page for reader in READERS)
        assert "may not be read by this viewer" in page
        assert page.count('name="action"') == len(ACTIONS)

    def test_refuses_a_form_from_elsewhere(self, lab: Client) -> None:
        strict = Client(enforce_csrf_checks=True)
        assert strict.post("/lab/act", {"action": "retire"}).status_code == 403

    @pytest.mark.parametrize(
        ("name", "status", "pressed"), [("legal", 503, "gone"), ("support", 503, "done"), ("operator", 200, "gone")]
    )
    def test_says_who_is_missing(self, lab: Client, name: str, status: int, pressed: str) -> None:
        User.objects.filter(username=name).update(is_active=False)
        answer = lab.get("/lab")
        assert answer.status_code == status
        assert (f"<code>{name}</code>".encode() in answer.content) is (status == 503)
        assert told(lab, "window") == pressed


class TestTheCommands:
    @pytest.mark.parametrize("name", ["legal", "operator"])
    def test_a_missing_part_is_named_and_stops_no_start(self, lab: Client, name: str) -> None:
        User.objects.filter(username=name).update(is_active=False)
        said = io.StringIO()
        call_command("lab_load", stdout=said, stderr=said)
        call_command("lab_welcome", stdout=said, stderr=said)
        assert f"account {name} is shut out" in said.getvalue()

    def test_welcome_prints_where_to_click(self, lab: Client) -> None:
        out = io.StringIO()
        call_command("lab_welcome", stdout=out)
        assert f"{site_settings.PUBLIC_URL}/lab" in out.getvalue()
        assert "examples/agent/README.md   (with tokens of support and manager)" in out.getvalue()
        assert out.getvalue().count("curl -sS") == 3

    def test_a_start_ends_the_token_of_the_one_before_and_no_other(self, lab: Client) -> None:
        legal = principal("legal")
        issue_token(actor=legal, name="my own", at=AT)
        for _ in range(3):
            call_command("lab_welcome", stdout=io.StringIO())
        assert [token.name for token in tokens_of(principal=legal) if not token.revoked] == [
            "printed at start",
            "my own",
        ]

    def test_the_printed_lines_still_hold_after_a_new_start(self, lab: Client) -> None:
        legal = principal("legal")
        printed = first.example(now=AT)
        act(lab, "again", "retire", "again")
        version = queries.version(viewer=legal, uid=UUID(printed.version))
        assert version.is_current
        assert queries.document(viewer=legal, uid=version.document).retired_at is None
        end = printed.start + len(printed.exact)
        minted = mint_span(writer=legal, version=version.uid, start=printed.start, end=end, exact=printed.exact, at=AT)
        assert minted.exact == printed.exact
        assert first.example(now=AT) == printed

    def test_what_they_cite_is_put_again_where_it_was_retired(self, lab: Client) -> None:
        legal = principal("legal")
        printed = first.example(now=AT)
        retire(actor=legal, document=queries.version(viewer=legal, uid=UUID(printed.version)).document, at=AT)
        again = first.example(now=AT)
        assert again.version != printed.version
        assert first.example(now=AT) == again


@pytest.mark.parametrize("variable", ["LAB", "DEBUG"])
def test_production_refuses_to_start_with_it(variable: str) -> None:
    environment = os.environ | {
        "CITELEDGER_ENV": "production",
        "SECRET_KEY": "x" * 50,
        "ALLOWED_HOSTS": "ledger.example",
    }
    environment |= {"LAB": "", "DEBUG": "", variable: "1", "DJANGO_SETTINGS_MODULE": "citeledger.settings"}
    done = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=site_settings.BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert "CITELEDGER_ENV=development" in done.stderr
