"""The stage of the example agent: real policies, four people, and teams of agents, by client, by tools and by HTTP."""

import importlib.util
import io
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any
from uuid import UUID

import httpx
import uvicorn
from citeledger_client import Client
from django.core.management import call_command
from django.core.wsgi import get_wsgi_application
from django.db import connections

from acl.queries import Holder
from acl.rights import Right
from acl.services import grant, issue_token, revoke
from citeledger.documents.search.indexing import index_owed
from citeledger.interfaces.mcp.asking import Site
from citeledger.interfaces.mcp.server import application
from script.children import LOOPBACK, free_port
from tests import cast
from tests.functional.agents.by_http import Requests
from tests.functional.agents.by_tools import ToolAgent
from tests.functional.clients.conftest import client_with, let_the_site_finish
from tests.functional.mcp.cast import SteadyAgent, staying
from tests.rig.tools import operations

ROOT = Path(__file__).parents[3]
PROGRAM = ROOT / "examples/agent/agent.py"
HISTORIES = ROOT / "citeledger/lab/data/histories"
OVERTIME, PRIVACY = HISTORIES / "18f-overtime", HISTORIES / "github-privacy-statement"
BEFORE, AFTER = 3, 4  # $176,300 becomes $183,500
SALARY = "What is the maximum GS salary for overtime?"
CREDIT = "How many credit hours can be accrued at any given time?"
TEAM = ("support", "manager")
EVERYBODY = (*TEAM, "legal", "contractor")


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


@dataclass(frozen=True)
class Team:
    """Two agents, of support and of the manager; and what they told, by the question."""

    first: Any
    second: Any
    told: dict[str, Told]


@dataclass
class Stage:
    """Legal owns the policy; support and manager, for whom agents work, may read and cite it, the contractor not."""

    origin: str
    tools: str
    people: cast.Cast
    document: UUID
    tokens: dict[str, str]
    told: tuple[dict[str, Told], ...]
    clients: dict[str, Client] = field(default_factory=dict)
    agents: dict[str, SteadyAgent] = field(default_factory=dict)
    plain: dict[str, Requests] = field(default_factory=dict)
    held: ExitStack = field(default_factory=ExitStack)

    @property
    def teams(self) -> tuple[Team, ...]:
        """By the client, by the tools, and by plain HTTP."""
        by_client = [EXAMPLE.Agent(self.client(name)) for name in TEAM]
        by_tools = [ToolAgent(self.agent(name), EXAMPLE) for name in TEAM]
        by_http = [ToolAgent(self.requests(name), EXAMPLE, said=str) for name in TEAM]
        made = zip((by_client, by_tools, by_http), self.told, strict=True)
        return tuple(Team(*agents, told) for agents, told in made)

    def stories(self, *questions: str) -> list[Told]:
        """Of all teams, in their order."""
        return [told[question] for told in self.told for question in questions]

    def client(self, name: str) -> Client:
        if name not in self.clients:
            self.clients[name] = client_with(self.tokens[name], origin=self.origin)
        return self.clients[name]

    def agent(self, name: str) -> SteadyAgent:
        if name not in self.agents:
            self.agents[name] = self.held.enter_context(staying(self.tools, self.tokens[name]))
        return self.agents[name]

    def requests(self, name: str) -> Requests:
        if name not in self.plain:
            headers = {"Authorization": f"Bearer {self.tokens[name]}"}
            self.plain[name] = Requests(self.held.enter_context(httpx.Client(base_url=self.origin, headers=headers)))
        return self.plain[name]

    def leave(self) -> None:
        """Nobody holds a connection to the site any more, and the site none to the database."""
        self.held.close()
        self.agents.clear()
        self.plain.clear()
        while self.clients:
            self.clients.popitem()[1].close()
        let_the_site_finish()
        connections.close_all()

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
        assert all((one.text is None) == (one.state != "current") for (one,) in told)
        return [str(one.state) for (one,) in told]


def imported(policy: Path, *, until: int) -> UUID:
    """The policy with its first editions, which can be found."""
    out = io.StringIO()
    call_command("import_history", str(policy), "--owner", "legal", "--until", str(until), stdout=out)
    while index_owed():
        pass
    return UUID(out.getvalue().split()[-1])


def staged(origin: str, tools: str) -> Stage:
    """All teams have told their stories, and everybody was shown every text."""
    people = cast.make_cast()
    overtime, privacy = imported(OVERTIME, until=BEFORE), imported(PRIVACY, until=1)
    for document in (overtime, privacy):
        for name, right in product(TEAM, (Right.READ, Right.CITE)):
            grant(actor=people.legal, document=document, right=right, holder=Holder("user", name), at=cast.AT)
    tokens = {name: issue_token(actor=getattr(people, name), name="agent", at=cast.AT) for name in EVERYBODY}
    stage = Stage(origin, tools, people, overtime, tokens, ({}, {}, {}))
    for team, question in product(stage.teams, (CREDIT, SALARY)):
        team.told[question] = _story(stage, team, question)
    stage.leave()
    return stage


def _story(stage: Stage, team: Team, question: str) -> Told:
    answer = team.first.answer(question)
    note = team.first.remember(answer)
    handed = team.second.take_over(team.first.hand_over(note, stage.people.manager.uid))
    told = Told(answer, note, handed, team.second.answer_from(question, handed))
    for owner, texts in (("support", (answer, note)), ("manager", (handed, told.again))):
        for text in texts:
            stage.client(owner).share_answer(text, "read", group="signed_in")
    return told


@contextmanager
def serving_tools() -> Iterator[str]:
    """The tools' address, while a thread of this process answers there. The real process: `tests/functional/mcp`."""
    port = free_port()
    with ThreadPoolExecutor(4) as threads:
        served = application(
            site=Site(application=get_wsgi_application(), origin="http://testserver"),
            operations=operations(),
            hosts=[f"{LOOPBACK}:{port}"],
            origins=[],
            threads=threads,
        )
        server = uvicorn.Server(uvicorn.Config(served, host=LOOPBACK, port=port, log_level="warning"))
        thread = threading.Thread(target=server.run)
        thread.start()
        try:
            while not server.started:
                thread.join(0.01)
                assert thread.is_alive()
            yield f"http://{LOOPBACK}:{port}/mcp"
        finally:
            server.should_exit = True
            thread.join()
