"""The example agent over real policies, through client, tools and plain HTTP: what it stored turns out right.

Three teams tell their stories once. Then there are three worlds, each a copy of that one: a right is revoked, the
policy is edited (its own next edition), a note is deleted.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any
from uuid import UUID, uuid4

import pytest
from citeledger_client import NotFound
from django.db import connections

from script.children import LOOPBACK, free_port
from tests.functional.agents.stage import CREDIT, EXAMPLE, PROGRAM, ROOT, SALARY, TEAM, Stage, serving_tools, staged
from tests.ground.databases import CommittedDatabase, own_database
from tests.ground.processes import serving

ACCRUED = "You can have up to 24 credit hours accrued, at any given time."
NOTED = f"Noted: {ACCRUED}"
UNASKED = "Wer zahlt den Zoll?"

current, changed, unavailable = "current", "source_changed", "unavailable"
WITHHELD = {
    changed: "source_changed: not to be repeated (retrieve_again): what it rests on was edited or replaced since; "
    "search again, and say it anew",
    unavailable: "unavailable: not to be repeated (retrieve_again): something it rests on is gone, or not for this "
    "agent to read, and nobody is told which; look for a source it may read",
}


@pytest.fixture(scope="module")
def _told(_pristine_database: str, django_db_blocker: Any) -> Iterator[tuple[str, Stage]]:
    """The database in which everything was told, with nobody connected, and the stage: both sites go on answering."""
    with (
        pytest.MonkeyPatch.context() as patch,
        django_db_blocker.unblock(),
        own_database(copy_of=_pristine_database) as database,
        serving() as origin,
        serving_tools() as tools,
    ):
        # Threads that answer for the tools go on to the next database with the next request.
        patch.setitem(connections["default"].settings_dict, "CONN_MAX_AGE", 0)
        yield database.name, staged(origin, tools)


@pytest.fixture
def database_to_copy(_told: tuple[str, Stage]) -> str:
    return _told[0]


@pytest.fixture
def stage(_told: tuple[str, Stage], committed_db: CommittedDatabase) -> Iterator[Stage]:
    """What a test does is done in its own copy."""
    yield _told[1]
    _told[1].leave()


def test_the_source_comes_first_and_what_is_said_is_said_there(stage: Stage) -> None:
    support = stage.client("support")
    for team in stage.teams:
        told = team.told[CREDIT]
        assert team.first.look_back(told.answer) == [(ACCRUED, current, "use")]
        assert team.first.look_back(told.note) == [(NOTED, current, "use")]
        assert team.second.look_back(told.handed) == team.second.look_back(told.again) == [(NOTED, current, "use")]
        (citation,) = [one.citation for one in support.answer(told.answer).statements]
        assert [source.document for source in support.panel(citation).sources] == [stage.document]
        assert support.answer(told.answer).question == CREDIT
        for name in (*TEAM, "legal"):
            assert stage.states(name, *told.all) == [current] * 4
        assert stage.states("contractor", *told.all) == [unavailable] * 4


def test_it_says_nothing_where_no_source_does(stage: Stage) -> None:
    before = stored(stage)
    assert [team.first.answer(UNASKED) for team in stage.teams] == [None] * 3
    stage.bar("manager")
    assert [team.second.answer(CREDIT) for team in stage.teams] == [None] * 3
    assert stored(stage) == before


def stored(stage: Stage) -> list[list[UUID]]:
    """By name. What an answer is about is not told to who lost its sources."""
    return [[item.uid for item in stage.client(name).answers()] for name in TEAM]


def test_the_world_in_which_the_right_is_revoked(stage: Stage) -> None:
    stories, all_stories = stage.stories(CREDIT), stage.stories(CREDIT, SALARY)
    stage.bar("manager")

    for told in stories:
        assert stage.states("manager", *told.all) == [unavailable] * 4
        assert stage.states("support", *told.all) == stage.states("legal", *told.all) == [current] * 4
        assert stage.states("contractor", *told.all) == [unavailable] * 4
    for team in stage.teams:
        told = team.told[CREDIT]
        assert team.second.look_back(told.again) == [(None, unavailable, "retrieve_again")]
        assert team.second.changed() == {text for told in all_stories for text in (told.handed, told.again)}
        assert team.first.changed() == set()
        assert team.second.answer_from(CREDIT, told.handed) is None

    stage.bar("support")
    for told in stories:
        assert stage.states("support", *told.all) == [unavailable] * 4
        assert stage.states("legal", *told.all) == [current] * 4
    for team in stage.teams:
        assert team.first.changed() == {text for told in all_stories for text in (told.answer, told.note)}


def test_the_world_in_which_the_policy_is_edited(stage: Stage) -> None:
    support, stories = stage.client("support"), stage.stories(SALARY)
    before = [support.answer(told.answer).statements[0].text for told in stories]
    stage.edit()

    for salary, credit in zip(stories, stage.stories(CREDIT), strict=True):
        for name in (*TEAM, "legal"):
            assert stage.states(name, *salary.all, *credit.all) == [changed] * 4 + [current] * 4
        assert stage.states("contractor", *salary.all, *credit.all) == [unavailable] * 8
        assert stage.client("contractor").answer(salary.answer, texts="all").statements[0].text is None
    for team, text in zip(stage.teams, before, strict=True):
        told = team.told[SALARY]
        assert team.first.look_back(told.answer) == [(None, changed, "retrieve_again")]
        assert team.first.changed() == {text for told in stories for text in (told.answer, told.note)}
        assert team.second.changed() == {text for told in stories for text in (told.handed, told.again)}
        assert team.second.answer_from(SALARY, told.handed) is None
        assert text is not None
        assert "$176,300 in FY22" in text
        assert support.answer(told.answer, texts="all").statements[0].text == text

        (anew,) = team.first.look_back(team.first.answer(SALARY))
        assert anew == (text.replace("$176,300 in FY22", "$183,500 in FY23"), current, "use")


def test_the_world_in_which_the_note_is_deleted(stage: Stage) -> None:
    stories = stage.stories(CREDIT)
    for told in stories:
        stage.client("support").erase(told.note)

    for told in stories:
        for name in (*TEAM, "legal", "contractor"):
            with pytest.raises(NotFound):
                stage.client(name).answer(told.note)
            assert stage.states(name, told.handed, told.again) == [unavailable] * 2
        for name in (*TEAM, "legal"):
            assert stage.states(name, told.answer) == [current]
        assert stage.states("contractor", told.answer) == [unavailable]
    for team in stage.teams:
        told = team.told[CREDIT]
        assert team.second.look_back(told.again) == [(None, unavailable, "retrieve_again")]
        assert team.first.changed() == set()
        assert team.second.changed() == {text for told in stories for text in (told.handed, told.again)}
        assert team.second.answer_from(CREDIT, told.handed) is None


class TestAsAProgram:
    @pytest.fixture
    def run(self, stage: Stage, monkeypatch: pytest.MonkeyPatch) -> Any:
        for name, value in variables(stage).items():
            monkeypatch.setenv(name, value)
        return EXAMPLE.main

    def test_it_tells_the_story_and_reads_back(
        self, stage: Stage, run: Any, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Once as people run it, in a process of its own."""
        argv = [sys.executable, str(PROGRAM), CREDIT]
        environment = os.environ | variables(stage) | {"PYTHONPATH": str(ROOT / "clients/python/src")}
        told = subprocess.run(argv, env=environment, capture_output=True, text=True, check=False)
        texts = re.findall(r"[0-9a-f-]{36}", told.stdout)

        assert (told.returncode, told.stderr, len(texts)) == (0, "", 7)
        assert f"{stage.origin}/documents/{stage.document}\n" in told.stdout
        assert f"{stage.origin}/answers/{texts[1]}\n" in told.stdout
        assert told.stdout.endswith(f"agent.py --look-back {texts[3]}\n")
        assert told.stdout.count(f"  current: {ACCRUED}\n") == 1
        assert told.stdout.count(f"  current: {NOTED}\n") == 3

        stage.bar("manager")
        assert run(["--look-back", texts[-1]]) == 0
        back = capsys.readouterr().out
        assert back.splitlines() == [f"What the second agent may say now of {texts[3]}", f"  {WITHHELD[unavailable]}"]

    def test_it_says_what_became_of_it(self, stage: Stage, run: Any, capsys: pytest.CaptureFixture[str]) -> None:
        told = stage.stories(SALARY)[0]
        stage.edit()
        assert run(["--look-back", str(told.again)]) == 0
        assert capsys.readouterr().out.splitlines()[1:] == [f"  {WITHHELD[changed]}"]
        stage.client("support").erase(told.note)
        assert run(["--look-back", str(told.again)]) == 0
        assert capsys.readouterr().out.splitlines()[1:] == [f"  {WITHHELD[unavailable]}"]

    def test_what_is_not_there_and_what_is_not_its_own_are_told_alike(
        self, stage: Stage, run: Any, capsys: pytest.CaptureFixture[str]
    ) -> None:
        erased, hidden = stage.stories(SALARY)[0].again, stage.teams[0].first.answer(CREDIT)
        stage.client("manager").erase(erased)
        for text in (erased, hidden, uuid4()):
            assert run(["--look-back", str(text)]) == 1
            said = f"The second agent has no text {text}: it never was, was erased, or is not for it to read.\n"
            assert capsys.readouterr().out == said

    def test_it_says_where_the_second_may_not_read_what_it_rests_on(
        self, stage: Stage, run: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setenv("SECOND_TOKEN", stage.tokens["contractor"])
        assert run([CREDIT]) == 1
        assert capsys.readouterr().out.endswith(
            "\nThe second agent takes nothing over: This envelope is not yours to take over, now.\n"
            "It may read nothing of what the note rests on. Ask again with tokens of two accounts that may both read "
            "the source (in the lab: support's and the manager's).\n"
        )

    def test_it_says_where_it_finds_nothing(self, run: Any, capsys: pytest.CaptureFixture[str]) -> None:
        assert run([UNASKED]) == 1
        assert capsys.readouterr().out == "No source says anything of it.\n"


class TestWhatANewcomerIsTold:
    """Without a site: what is missing, and what to do."""

    @pytest.fixture(autouse=True)
    def _nothing_set(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in ("CITELEDGER_TOKEN", "SECOND_TOKEN"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv("CITELEDGER_ORIGIN", f"http://{LOOPBACK}:{free_port()}/")

    @pytest.mark.parametrize(
        ("given", "arguments", "missing", "who"),
        [
            ("SECOND_TOKEN", [CREDIT], "CITELEDGER_TOKEN", "support"),
            ("CITELEDGER_TOKEN", [CREDIT], "SECOND_TOKEN", "manager"),
            ("CITELEDGER_TOKEN", ["--look-back", str(UUID(int=0))], "SECOND_TOKEN", "manager"),
        ],
    )
    def test_a_token_that_is_missing(
        self,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
        given: str,
        arguments: list[str],
        missing: str,
        who: str,
    ) -> None:
        monkeypatch.setenv(given, "clt_any")
        assert EXAMPLE.main(arguments) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.startswith(f"{missing} is not set. Sign in as {who}, make a token at http://{LOOPBACK}:")
        assert said.err.endswith(f"/tokens, and: export {missing}=TOKEN\n")

    def test_a_site_that_is_not_there(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setenv("SECOND_TOKEN", "clt_any")
        monkeypatch.setattr("time.sleep", lambda _seconds: None)
        assert EXAMPLE.main(["--look-back", str(UUID(int=0))]) == 1
        assert (
            "(ConnectError: [Errno 111] Connection refused); nothing is known, which is no verdict"
            in capsys.readouterr().err
        )

    def test_an_address_without_its_scheme(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setenv("SECOND_TOKEN", "clt_any")
        monkeypatch.setenv("CITELEDGER_ORIGIN", "127.0.0.1:8000")
        assert EXAMPLE.main(["--look-back", str(UUID(int=0))]) == 2
        assert "scheme, host and port alone" in capsys.readouterr().err

    def test_another_use(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert [EXAMPLE.main(arguments) for arguments in ([], ["--help"], ["one", "two"])] == [2, 2, 2]
        assert capsys.readouterr().out.count("--look-back UID") == 3
        assert EXAMPLE.main(["--look-back", "that one"]) == 2
        assert "'that one' is no uid of a text" in capsys.readouterr().err


def variables(stage: Stage) -> dict[str, str]:
    first, second = (stage.tokens[name] for name in TEAM)
    return {"CITELEDGER_ORIGIN": stage.origin, "CITELEDGER_TOKEN": first, "SECOND_TOKEN": second}
