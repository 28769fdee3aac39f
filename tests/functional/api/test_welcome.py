"""The three curl lines, run by a shell exactly as they are printed."""

import json
import subprocess
from pathlib import Path

import pytest

from citeledger.interfaces.api.welcome import Example, curl_lines
from tests.functional.api.cast import POLICY, SENTENCE, program, publish, uid_of

AWKWARD = 'It\'s a "quote" with $HOME, `ticks` & a café\\n.'


@pytest.mark.parametrize("exact", [SENTENCE, AWKWARD])
def test_three_lines_record_and_read_a_first_citation(site: object, exact: str) -> None:
    caller = program("author")
    text = f"{POLICY}\n{AWKWARD}\n"
    version = publish(caller, uid_of(caller.post("documents", {"title": "Refund policy"})), text)
    example = Example(version=version, start=text.index(exact), exact=exact)
    lines = curl_lines(base_url=site.origin, token=caller.token, example=example)

    run = subprocess.run(["sh", "-euc", "\n".join(lines)], capture_output=True, text=True, timeout=30, check=False)

    assert run.returncode == 0, run.stderr
    panel = json.loads(run.stdout)
    assert panel["state"] == "current"
    assert panel["statement"] == exact
    assert panel["sources"][0]["cited"]["text"] == exact


def test_a_refusal_is_shown(site: object) -> None:
    caller = program("author")
    uid = uid_of(caller.post("documents", {"title": "Refund policy"}))
    version = publish(caller, uid, POLICY)
    assert caller.post(f"documents/{uid}/retire", {}).status_code < 300
    example = Example(version=version, start=POLICY.index(SENTENCE), exact=SENTENCE)
    lines = curl_lines(base_url=site.origin, token=caller.token, example=example)

    run = subprocess.run(["sh", "-c", lines[0]], capture_output=True, text=True, timeout=30, check=False)

    assert json.loads(run.stderr)["code"] == "not_found"


def test_each_line_is_one_line() -> None:
    lines = curl_lines(
        base_url="http://127.0.0.1:8000", token="clt_x", example=Example(version="v", start=0, exact="a\nb")
    )

    assert all("\n" not in line and "curl" in line for line in lines)


def test_the_documentation_starts_with_these_lines() -> None:
    documented = (Path(__file__).resolve().parents[3] / "docs" / "api.md").read_text(encoding="utf-8")
    example = Example(version="6e0c...", start=128, exact=SENTENCE)
    lines = curl_lines(base_url="http://127.0.0.1:8000", token="clt_...", example=example)

    assert "\n".join(["```sh", *lines, "```"]) in documented
