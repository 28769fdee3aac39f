"""The example agent over real policies, through the client and through the tools: what it stored turns out right.

Three worlds: a right is revoked, the policy is edited (its own next edition), the note is deleted.
"""

import importlib.util
import io
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any
from uuid import UUID

import pytest
from citeledger_client import Client, NotFound
from django.core.management import call_command

from acl.queries import Holder
from acl.rights import Right
from acl.services import grant, issue_token, revoke
from citeledger.core.principals import Principal
from citeledger.documents.search.indexing import index_owed
from citeledger.lab.people import principal
from tests import cast
from tests.functional.agents.by_tools import ToolAgent
from tests.functional.clients.conftest import AT_ONCE, _let_the_site_finish
from tests.functional.mcp.cast import Agent as Tools
from tests.functional.mcp.conftest import start_tools, tools
from tests.ground.processes import Site

__all__ = ["start_tools", "tools"]

ROOT = Path(__file__).parents[3]
PROGRAM = ROOT / "examples/agent/agent.py"
CLIENT = ROOT / "clients/python/src"
HISTORIES = ROOT / "citeledger/lab/data/histories"
OVERTIME, PRIVACY = HISTORIES / "18f-overtime", HISTORIES / "github-privacy-statement"
BEFORE, AFTER = 3, 4  # $176,300 becomes $183,500
SALARY = "What is the maximum GS salary for overtime?"
CREDIT = "How many credit hours can be accrued at any given time?"
ACCRUED = "You can have up to 24 credit hours accrued, at any given time."
TEAM = ("support", "manager")
UNASKED = "Wer zahlt den Zoll?"

current, changed, unavailable = "current", "source_changed", "unavailable"


def _loaded() -> ModuleType:
    """The example is a program beside the product, and no package."""
    spec = importlib.util.spec_from_file_location("example_agent", PROGRAM)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


EXAMPLE = _loaded()


@dataclass
class Stage:
    """Legal owns the policy; support and manager, the two agents, may read and cite it, the contractor may not."""

    origin: str
    people: cast.Cast
    document: UUID
    clients: dict[str, Client] = field(default_factory=dict)

    def client(self, name: str) -> Client:
        if name not in self.clients:
            self.clients[name] = Client(self.origin, token=self.token(name), retry=AT_ONCE)
        return self.clients[name]

    def token(self, name: str) -> str:
        return issue_token(actor=self.person(name), name="agent", at=cast.AT)

    def person(self, name: str) -> Principal:
        person: Principal = getattr(self.people, name)
        return person

    def edit(self) -> None:
        """The policy's own next edition."""
        imported(OVERTIME, until=AFTER)

    def bar(self, name: str) -> None:
        revoke(
            actor=self.people.legal, document=self.document, right=Right.READ, holder=Holder("user", name), at=cast.AT
        )

    def states(self, name: str, *texts: UUID) -> list[str]:
        """What somebody who was shown the texts is told of each; nothing comes with words that are not current."""
        told = [self.client(name).answer(text).statements for text in texts]
        assert all((one.text is None) == (one.state != current) for (one,) in told)
        return [str(one.state) for (one,) in told]


def imported(policy: Path, *, until: int) -> UUID:
    """The policy with its first editions, which can be found."""
    out = io.StringIO()
    call_command("import_history", str(policy), "--owner", "legal", "--until", str(until), stdout=out)
    while index_owed():
        pass
    return UUID(out.getvalue().split()[-1])


@pytest.fixture
def stage(site: Site) -> Iterator[Stage]:
    people = cast.make_cast()
    overtime, privacy = imported(OVERTIME, until=BEFORE), imported(PRIVACY, until=1)
    for document in (overtime, privacy):
        for name, right in product(TEAM, (Right.READ, Right.CITE)):
            grant(actor=people.legal, document=document, right=right, holder=Holder("user", name), at=cast.AT)
    made = Stage(site.origin, people, overtime)
    yield made
    for client in made.clients.values():
        client.close()
    _let_the_site_finish()


@dataclass(frozen=True)
class Team:
    """Two agents, of support and of the manager."""

    first: Any
    second: Any
    second_uid: UUID


@pytest.fixture(params=["client", "tools"])
def team(request: pytest.FixtureRequest, stage: Stage) -> Team:
    manager = stage.people.manager.uid
    assert manager is not None
    if request.param == "client":
        return Team(*(EXAMPLE.Agent(stage.client(name)) for name in TEAM), manager)
    url = request.getfixturevalue("tools")
    return Team(*(ToolAgent(Tools(url, stage.token(name)), EXAMPLE) for name in TEAM), manager)


@dataclass(frozen=True)
class Told:
    """The texts of one story: the first agent's answer and note, the second's hand-off and answer."""

    answer: UUID
    note: UUID
    handed: UUID
    again: UUID

    @property
    def all(self) -> tuple[UUID, UUID, UUID, UUID]:
        return self.answer, self.note, self.handed, self.again


def story(stage: Stage, team: Team, question: str) -> Told:
    """The whole of it; and everybody, also the contractor, is shown all four texts."""
    answer = team.first.answer(question)
    note = team.first.remember(answer)
    handed = team.second.take_over(team.first.hand_over(note, answer, team.second_uid))
    told = Told(answer, note, handed, team.second.answer_from(question, handed))
    for owner, texts in (("support", (answer, note)), ("manager", (handed, told.again))):
        for text in texts:
            for name in ("support", "manager", "legal", "contractor"):
                stage.client(owner).share_answer(text, "read", user=name)
    return told


def test_the_source_comes_first_and_what_is_said_is_said_there(stage: Stage, team: Team) -> None:
    told = story(stage, team, CREDIT)

    assert team.first.look_back(told.answer) == [(ACCRUED, current, "use")]
    assert team.first.look_back(told.note) == [(f"Noted: {ACCRUED}", current, "use")]
    assert (
        team.second.look_back(told.handed)
        == team.second.look_back(told.again)
        == [(f"Noted: {ACCRUED}", current, "use")]
    )
    (citation,) = [one.citation for one in stage.client("support").answer(told.answer).statements]
    assert [source.document for source in stage.client("support").panel(citation).sources] == [stage.document]
    assert stage.client("support").answer(told.answer).question == CREDIT
    for name in ("support", "manager", "legal"):
        assert stage.states(name, *told.all) == [current] * 4
    assert stage.states("contractor", *told.all) == [unavailable] * 4


def test_it_says_nothing_where_no_source_does(stage: Stage, team: Team) -> None:
    assert team.first.answer(UNASKED) is None
    stage.bar("manager")
    assert team.second.answer(CREDIT) is None
    assert list(stage.client("support").answers()) == list(stage.client("manager").answers()) == []


def test_the_world_in_which_the_right_is_revoked(stage: Stage, team: Team) -> None:
    told = story(stage, team, CREDIT)
    stage.bar("manager")

    assert stage.states("manager", *told.all) == [unavailable] * 4
    assert stage.states("support", *told.all) == stage.states("legal", *told.all) == [current] * 4
    assert stage.states("contractor", *told.all) == [unavailable] * 4
    assert team.second.look_back(told.again) == [(None, unavailable, "retrieve_again")]
    assert team.second.changed() == {told.handed, told.again}
    assert team.first.changed() == set()
    assert team.second.answer_from(CREDIT, told.handed) is None

    stage.bar("support")
    assert stage.states("support", *told.all) == [unavailable] * 4
    assert stage.states("legal", *told.all) == [current] * 4
    assert team.first.changed() == {told.answer, told.note}


def test_the_world_in_which_the_policy_is_edited(stage: Stage, team: Team) -> None:
    salary, credit = story(stage, team, SALARY), story(stage, team, CREDIT)
    before = stage.client("support").answer(salary.answer).statements[0].text
    stage.edit()

    for name in ("support", "manager", "legal"):
        assert stage.states(name, *salary.all) == [changed] * 4
        assert stage.states(name, *credit.all) == [current] * 4
    assert stage.states("contractor", *salary.all, *credit.all) == [unavailable] * 8
    assert team.first.look_back(salary.answer) == [(None, changed, "retrieve_again")]
    assert (team.first.changed(), team.second.changed()) == (
        {salary.answer, salary.note},
        {salary.handed, salary.again},
    )
    assert team.second.answer_from(SALARY, salary.handed) is None
    assert before is not None
    assert "$176,300 in FY22" in before
    assert stage.client("support").answer(salary.answer, texts="all").statements[0].text == before
    assert stage.client("contractor").answer(salary.answer, texts="all").statements[0].text is None

    (anew,) = team.first.look_back(team.first.answer(SALARY))
    assert anew.state == current
    assert anew.text == before.replace("$176,300 in FY22", "$183,500 in FY23")


def test_the_world_in_which_the_note_is_deleted(stage: Stage, team: Team) -> None:
    told = story(stage, team, CREDIT)
    stage.client("support").erase(told.note)

    for name in ("support", "manager", "legal", "contractor"):
        with pytest.raises(NotFound):
            stage.client(name).answer(told.note)
        assert stage.states(name, told.handed, told.again) == [unavailable] * 2
    for name in ("support", "manager", "legal"):
        assert stage.states(name, told.answer) == [current]
    assert stage.states("contractor", told.answer) == [unavailable]
    assert team.second.look_back(told.again) == [(None, unavailable, "retrieve_again")]
    assert (team.first.changed(), team.second.changed()) == (set(), {told.handed, told.again})
    assert team.second.answer_from(CREDIT, told.handed) is None


class TestAsAProgram:
    def test_it_tells_the_story_and_reads_back(self, stage: Stage) -> None:
        run = program_of(stage)
        told = run(CREDIT)
        texts = re.findall(r"[0-9a-f-]{36}", told.stdout)

        assert (told.returncode, told.stderr, len(texts)) == (0, "", 4)
        assert told.stdout.count(f"  current: {ACCRUED}\n") == 1
        assert told.stdout.count(f"  current: Noted: {ACCRUED}\n") == 3

        stage.bar("manager")
        back = run("--look-back", texts[-1])
        assert back.stdout.splitlines()[1:] == ["  unavailable: (not to be repeated: retrieve_again)"]

    def test_it_says_where_it_finds_nothing_or_is_not_understood(self, stage: Stage) -> None:
        run = program_of(stage)
        assert (run(UNASKED).returncode, run(UNASKED).stdout) == (1, "No source says anything of it.\n")
        assert run().returncode == 2

    def test_what_the_readme_asks_is_answered_in_the_lab(self, site: Site, settings: Any, tmp_path: Path) -> None:
        settings.VAR_DIR = tmp_path
        call_command("lab_load", stdout=io.StringIO())
        while index_owed():
            pass
        (question,) = re.findall(r'agent.py "(.*)"', (PROGRAM.parent / "README.md").read_text())
        tokens = [issue_token(actor=principal(name), name="agent", at=cast.AT) for name in TEAM]
        told = program(site.origin, *tokens)(question)
        _let_the_site_finish()

        assert (told.returncode, told.stderr) == (0, "")
        assert [line.split(":")[0] for line in told.stdout.splitlines()[1::3]] == ["  current"] * 4
        assert told.stdout.count("($176,300 in FY22)") == 4


Run = Callable[..., subprocess.CompletedProcess[str]]


def program_of(stage: Stage) -> Run:
    return program(stage.origin, *map(stage.token, TEAM))


def program(origin: str, first: str, second: str) -> Run:
    """The example as people run it, in a process of its own."""
    tokens = {"CITELEDGER_TOKEN": first, "SECOND_TOKEN": second}
    variables = os.environ | tokens | {"CITELEDGER_ORIGIN": origin, "PYTHONPATH": str(CLIENT)}

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        argv = [sys.executable, str(PROGRAM), *arguments]
        return subprocess.run(argv, env=variables, capture_output=True, text=True, check=False)

    return run
