"""The lab: everybody sees the right badges after every control, and the known mistakes are seen to be wrong."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings as site_settings
from django.core.management import call_command
from django.test import Client

from citeledger.core.states import State
from citeledger.documents.queries import versions
from citeledger.evidence.verification import verify
from citeledger.lab import story
from citeledger.lab.actions import ACTIONS
from citeledger.lab.board import SENTENCES, board
from citeledger.lab.mistakes import Mistake
from citeledger.lab.people import ensure_people, principal
from tests.cast import AT

pytestmark = pytest.mark.django_db
READERS = ("Support agent", "Contractor", "Manager", "Legal", "Anonymous visitor")


@pytest.fixture
def lab(client: Client, tmp_path: Path, settings) -> Client:
    settings.VAR_DIR = tmp_path
    ensure_people(now=AT)
    story.tell(now=AT)
    return client


def act(client: Client, *names: str, mistake: str = "") -> None:
    for name in names:
        answer = client.post("/lab/act", {"action": name, "mistake": mistake})
        assert answer.status_code == 302
        assert "told=done" in answer["Location"]


def shown(name: str, mistake: Mistake | None = None) -> dict[str, str]:
    """State by reader for one sentence of the runbook; with a mistake, as the mistake shows it."""
    scene = story.current_scene()
    assert scene is not None
    rows = board(scene=scene, mistake=mistake, notice="", now=AT).rows
    row = next(row for row in rows if row.sentence == SENTENCES[name])
    return {cell.viewer: (cell.mistaken or cell.badge).state for cell in row.cells}


def states(*values: State) -> dict[str, str]:
    """The four who are known, in order; a visitor never sees a state (DESIGN rule 13)."""
    return dict(zip(READERS, (value.value for value in (*values, State.UNVERIFIED)), strict=True))


C, S, U = State.CURRENT, State.SOURCE_CHANGED, State.UNAVAILABLE


class TestTheStory:
    def test_begins_with_everything_as_it_was_in_march(self, lab: Client) -> None:
        assert shown("window") == shown("shipping") == states(C, U, C, C)
        assert shown("note") == states(U, U, U, C)
        assert shown("18f-overtime") == states(C, C, C, C)

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
        assert shown("window") == window
        assert shown("note") == note

    def test_a_real_edit_of_a_real_document_is_noticed(self, lab: Client) -> None:
        act(lab, "next-18f-overtime")
        assert shown("18f-overtime") == states(S, S, S, S)

    def test_starting_again_leaves_the_old_world_recorded(self, lab: Client) -> None:
        before = story.current_scene()
        act(lab, "retire", "again")
        assert shown("window") == states(C, U, C, C)
        assert story.current_scene() != before

    def test_what_is_over_says_so(self, lab: Client) -> None:
        act(lab, "retire")
        answer = lab.post("/lab/act", {"action": "window"}, follow=True)
        assert b"not possible any more" in answer.content

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

    def test_says_what_to_do_before_it_is_loaded(self, client: Client) -> None:
        answer = client.get("/lab")
        assert answer.status_code == 503
        assert b"lab_load" in answer.content


class TestTheCommands:
    def test_load_twice_is_load_once(self, tmp_path: Path, settings) -> None:
        settings.VAR_DIR = tmp_path
        call_command("lab_load", stdout=io.StringIO())
        scene = story.current_scene()
        call_command("lab_load", stdout=io.StringIO())
        assert story.current_scene() == scene
        assert (tmp_path / "host.json").stat().st_mode & 0o077 == 0

    def test_welcome_prints_where_to_click(self, lab: Client) -> None:
        out = io.StringIO()
        call_command("lab_welcome", stdout=out)
        assert f"{site_settings.PUBLIC_URL}/lab" in out.getvalue()
        assert out.getvalue().count("curl -sS") == 3


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
