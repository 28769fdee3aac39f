"""What the example's README asks, asked in the lab."""

import io
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from acl.services import issue_token
from citeledger.documents.search.indexing import index_owed
from citeledger.lab.people import principal
from tests import cast
from tests.functional.agents.stage import EXAMPLE, PROGRAM, TEAM
from tests.functional.clients.conftest import let_the_site_finish
from tests.ground.processes import Site


def test_what_the_readme_asks_is_answered(
    site: Site, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.VAR_DIR = tmp_path
    call_command("lab_load", stdout=io.StringIO())
    while index_owed():
        pass
    (question,) = re.findall(r'agent.py "(.*)"', (PROGRAM.parent / "README.md").read_text())
    monkeypatch.setenv("CITELEDGER_ORIGIN", site.origin)
    for variable, name in zip(("CITELEDGER_TOKEN", "SECOND_TOKEN"), TEAM, strict=True):
        monkeypatch.setenv(variable, issue_token(actor=principal(name), name="agent", at=cast.AT))
    assert EXAMPLE.main([question]) == 0
    let_the_site_finish()

    told = capsys.readouterr().out
    assert [line.split(":")[0] for line in told.splitlines()[1:8:2]] == ["  current"] * 4
    assert told.count("($176,300 in FY22)") == 4
