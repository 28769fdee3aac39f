"""The tools as agents meet them: the real process over HTTP, and the protocol's own client."""

import asyncio
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx2
import pytest
from django.conf import settings
from django.db import connections
from mcp.shared.exceptions import MCPError

from acl.models import ApiToken, User
from acl.services import revoke_token
from citeledger.documents.search.indexing import index_owed
from citeledger.interfaces.wording import OUTAGE_NOTICE
from tests.functional.api.cast import NOW, SENTENCE, Program, World, build_world, program
from tests.functional.mcp.cast import Agent, calling, inside
from tests.ground.databases import CommittedDatabase
from tests.ground.gates import Gate, Mode
from tests.ground.processes import environment


def reader_of(world: World, name: str) -> Program:
    """Somebody who may read and cite the policy."""
    made = program(name)
    for right in ("read", "cite"):
        share(world, name, right)
    return made


def share(world: World, name: str, right: str, *, path: str = "grants") -> None:
    body = {"right": right, "holder": {"kind": "user", "name": name}}
    assert world.owner.post(f"documents/{world.document}/{path}", body).status_code == 204


def documented(tools: str) -> str:
    """The example of the page about the tools, at the address of these."""
    page = Path(settings.BASE_DIR, "docs/mcp.md").read_text()
    (example,) = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert example.count("http://127.0.0.1:8200/mcp") == 1
    return example.replace("http://127.0.0.1:8200/mcp", tools)


def test_an_answer_is_found_written_handed_over_and_withheld(
    tools: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Attribute first, by two agents; then the first source is revoked from the second."""
    world = build_world(program("owner"))
    index_owed()
    writer, receiver = (Agent(tools, reader_of(world, name).token or "") for name in ("writer", "receiver"))
    monkeypatch.setenv("CITELEDGER_TOKEN", writer.token)
    exec(compile(documented(tools), "docs/mcp.md", "exec"), {})
    assert SENTENCE in capsys.readouterr().out

    session = writer.call("open_session", question="How long may a refund be requested?")["uid"]
    (hit,) = writer.call("search_in_session", session=session, query="refund within days", limit=1)["hits"]
    read = writer.call("read", session=session, version=hit["version"], start=hit["start"], end=hit["end"])
    exact = read["text"]["text"]
    place = {"version": hit["version"], "start": hit["start"], "end": hit["end"], "exact": exact}
    (span,) = writer.call("mint", session=session, spans=[place])["spans"]
    statement = {"type": "statement", "text": exact, "basis": "quoted", "spans": [span["uid"]]}
    emitted = writer.call("emit", session=session, kind="answer", segments=[statement])

    (told,) = writer.call("read_back", answer=emitted["uid"])["segments"]
    assert (told["text"]["text"], told["state"], told["advice"]) == (exact, "current", "use")
    assert SENTENCE in exact
    kinds = [step["kind"] for step in writer.call("read_session", session=session)["steps"]]
    assert kinds == ["searched", "read", "minted", "emitted"]

    said = {"type": "statement", "text": "In short.", "basis": "paraphrased", "derived_from": [emitted["uid"]]}
    note = writer.call("emit", session=session, kind="memory_note", segments=[said])["uid"]
    handed = {
        text: writer.call("hand_over", answer=text, to=receiver.call("me")["uid"]) for text in (note, emitted["uid"])
    }
    assert [one["unshared"] for one in handed.values()] == [[emitted["uid"]], []]
    others = writer.call("check", citations=[span["uid"], emitted["uid"], session])["items"]
    assert {one["state"] for one in others} == {"unavailable"}, "as docs/mcp.md says of uids of another kind"
    envelope = handed[emitted["uid"]]["envelope"]
    taken = receiver.call("take_over", envelope=envelope)
    (told,) = receiver.call("read_back", answer=taken["uid"])["segments"]
    assert (told["text"]["text"], told["advice"]) == (exact, "use")
    assert receiver.problem("take_over", envelope=envelope)["code"] == "envelope_refused"

    share(world, "receiver", "read", path="grants/revoke")
    (told,) = receiver.call("read_back", answer=taken["uid"], texts="all")["segments"]
    assert (told["text"], told["state"], told["advice"]) == (None, "unavailable", "retrieve_again")
    assert receiver.call("search", query="refund within days")["hits"] == []
    assert writer.call("check", citations=emitted["citations"])["items"][0]["state"] == "current"


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_connection_outlives_neither_its_token_nor_its_user(tools: str, mode: str) -> None:
    """By both ways the protocol has to connect; nothing but the token ever said who calls."""
    names = [f"revoked {mode}", f"inactive {mode}"]
    revoked, inactive = map(program, names)
    agents = [Agent(tools, each.token or "") for each in (revoked, inactive)]

    def shut_out() -> None:
        assert revoked.principal is not None
        token = ApiToken.objects.get(user_id=revoked.principal.id).uid
        revoke_token(actor=revoked.principal, token=token, at=NOW)
        User.objects.filter(username=names[1]).update(is_active=False)
        connections.close_all()  # those of this thread

    async def before_and_after() -> None:
        async with agents[0].client(mode=mode) as first, agents[1].client(mode=mode) as second:
            told = [(await each.call_tool("me")).structured_content for each in (first, second)]
            assert [inside(name) for name in told] == [[name] for name in names]
            await asyncio.to_thread(shut_out)
            for each in (first, second):
                with pytest.raises(MCPError):
                    await each.call_tool("me")
                with pytest.raises(MCPError):
                    await each.list_tools()

    asyncio.run(before_and_after())
    answers = {(reply.status_code, reply.text, reply.headers["WWW-Authenticate"]) for reply in refusals(agents, tools)}
    assert [answer[0] for answer in answers] == [401]


def refusals(agents: list[Agent], tools: str) -> list[httpx2.Response]:
    """One and the same for a token that was revoked, of somebody inactive, made up, unreadable and missing."""
    unknown = Agent(tools, "made-up")
    headers = ({"Authorization": "Basic x"}, {"Authorization": ""}, {"Authorization": b"Bearer caf\xe9"})
    return [
        *(agent.post(calling("me")) for agent in (*agents, unknown)),
        *(unknown.post(calling("me"), **each) for each in headers),
    ]


def test_who_knocks_in_another_way_changes_nothing_and_is_told_what_is_wrong(tools: str) -> None:
    agent = Agent(tools, program("agent").token or "")
    port = tools.split(":")[2].split("/")[0]
    assert agent.post(calling("me")).status_code == 200
    assert agent.post(calling("me"), Host=f"localhost:{port}").status_code == 200
    for host in ("evil.example", f"evil.example:{port}", "127.0.0.1.evil.example"):
        assert agent.post(calling("me"), Host=host).status_code == 421
    for origin in ("http://evil.example", "null", f"http://127.0.0.1:{port}"):
        assert agent.post(calling("me"), Origin=origin).status_code == 403
    assert agent.post(b" " * (8 * 1024 * 1024 + 1)).status_code == 413
    assert agent.post(b"[" * 100_000).status_code == 400
    assert agent.post(b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": "\\ud800"}').status_code == 400
    assert agent.post(calling("me"), Content_Type="text/plain").status_code == 400
    for method in ("GET", "DELETE", "OPTIONS"):
        held = httpx2.request(method, tools, headers={"Authorization": f"Bearer {agent.token}"}, trust_env=False)
        assert (held.status_code, held.headers["Allow"]) == (405, "POST")
    error = agent.post(calling("__init__", state="current")).json()["error"]
    assert error == {"code": -32602, "message": "There is no such tool."}


@pytest.mark.postgresql
def test_an_outage_is_an_error_to_retry_and_never_a_verdict(
    committed_db: CommittedDatabase, start_tools: Callable[..., str], gate_to: Callable[[str], Gate]
) -> None:
    world = build_world(program("owner"))
    gate = gate_to(committed_db.url)
    agent = Agent(start_tools(DATABASE_URL=gate.url_of(committed_db.url)), world.owner.token or "")
    citations = [world.citation]
    current = agent.call("check", citations=citations)

    gate.set(Mode.REFUSED)
    problems = [agent.problem("check", citations=citations) for _ in range(3)]
    problems.append(agent.problem("read_back", answer=world.answer))
    assert {problem["code"] for problem in problems} == {"outage"}
    assert all(problem["retryable"] and problem["retry_after_seconds"] == 2 for problem in problems)
    assert inside(problems) == [OUTAGE_NOTICE] * 4

    gate.set(Mode.OPEN)
    assert agent.call("check", citations=citations) == current


def test_the_tools_do_not_start_where_the_site_would_not_answer_them() -> None:
    variables = environment(PUBLIC_URL="https://ledger.example", ALLOWED_HOSTS="other.example")
    argv = [sys.executable, "-c", "import citeledger.mcp"]
    ended = subprocess.run(argv, env=variables, capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert "ALLOWED_HOSTS must list the host name of PUBLIC_URL" in ended.stderr
