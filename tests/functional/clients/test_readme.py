"""The examples of the client's README, and the one the page for agents begins with, run against a site that runs."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from citeledger_client import State

from tests import cast
from tests.functional.clients.conftest import World

ROOT = Path(__file__).parents[3]
README = ROOT / "clients" / "python" / "README.md"
FOR_AGENTS = ROOT / "docs" / "agents.md"
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


@dataclass
class Document:
    """What LangChain's has."""

    page_content: str
    metadata: dict[str, Any] = field(default_factory=dict)


@dataclass
class TextNode:
    """What LlamaIndex' has."""

    text: str
    metadata: dict[str, Any] = field(default_factory=dict)
    start_char_idx: int | None = None


class Message:
    """What Anthropic's client gives."""

    def model_dump(self) -> dict[str, Any]:
        start = cast.POLICY.index(cast.REFUND)
        place = {"document_index": 0, "start_char_index": start, "end_char_index": start + len(cast.REFUND)}
        citation = {"type": "char_location", "cited_text": cast.REFUND, "document_title": None} | place
        said = [{"type": "text", "text": cast.REFUND, "citations": [citation]}, {"type": "text", "text": " Enjoy."}]
        return {"role": "assistant", "content": said}


def test_the_examples_run_and_do_what_they_say(
    world: World, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CITELEDGER_ORIGIN", world.origin)
    monkeypatch.setenv("CITELEDGER_TOKEN", world.token(world.people.support))
    monkeypatch.setenv("SECOND_TOKEN", world.token(world.people.manager))
    monkeypatch.setenv("EDITOR_TOKEN", world.token(world.people.legal))
    names: dict[str, Any] = {"Document": Document, "TextNode": TextNode, "message": Message()}

    blocks = BLOCK.findall(README.read_text())
    try:
        for block in blocks:
            exec(compile(block, str(README), "exec"), names)
    finally:
        for client in (names["client"], names["other"], names["keeper"]):
            client.close()
    said = capsys.readouterr().out
    assert (names["handed"].unshared, names["taken"].left_out) == ((names["answer"].uid,), 0)

    assert len(blocks) == README.read_text().count("```python") > 6
    assert f"use current {cast.REFUND}\n" in said
    assert "exact_mismatch spans.0 " in said
    assert f"{names['ingested'].proved[0].citation} {cast.REFUND}\nnot written from sources  Enjoy.\n" in said
    assert "unverified  It never rains. []\n" in said
    assert (len(names["marked"].citations), len(names["absence"].citations)) == (2, 1)
    assert "\n0 would await your review\n" not in said
    days, free = str(names["days"].uid), str(names["free"].uid)
    assert names["shown"] == [("You have a month,", (days,)), (" ", ()), ("and it costs nothing.", (free,))]
    assert [verdict.state for verdict in names["verdicts"]] == [State.CURRENT] * 2
    assert cast.POLICY[names["span"].start : names["span"].end] == "Return shipping is free within the country."


def test_the_page_for_agents_begins_with_one_that_runs(
    world: World, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CITELEDGER_ORIGIN", world.origin)
    monkeypatch.setenv("CITELEDGER_TOKEN", world.token(world.people.support))
    (example,) = BLOCK.findall(FOR_AGENTS.read_text())
    exec(compile(example, str(FOR_AGENTS), "exec"), {})
    assert capsys.readouterr().out == "use current You have a month to bring the tablet back.\n"
