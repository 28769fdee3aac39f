"""The catalogue is complete, documented, and the only source of codes."""

import ast
import fnmatch
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client

from citeledger.interfaces.api.catalogue import CATALOGUE, KINDS
from citeledger.interfaces.api.limits import DOCUMENTED
from citeledger.interfaces.api.problems import Problem

ROOT = Path(__file__).resolve().parents[3]
PACKAGES = [ROOT / "citeledger", ROOT / "acl", ROOT / "revalidation"]
# Pages for people refuse in their own words; nothing of theirs travels through the API.
OTHER_INTERFACES = [ROOT / "citeledger" / "interfaces" / name for name in ("web", "embed", "exports")]
SOURCES = sorted(
    path
    for package in PACKAGES
    for path in package.rglob("*.py")
    if not any(path.is_relative_to(other) for other in OTHER_INTERFACES)
)
CODE = re.compile(r"[a-z]+(_[a-z0-9]+)+")


def raised_codes(tree: ast.Module) -> Iterator[str]:
    """Codes in `Refused("code", ...)`; where the code is a variable, every constant of the module shaped like one
    that is handed on together with a sentence (in a call, or in a table of codes)."""
    refusals = [call for call in ast.walk(tree) if isinstance(call, ast.Call) and name_of(call.func) == "Refused"]
    codes = [code_of(call) for call in refusals]
    yield from (code.value for code in codes if isinstance(code, ast.Constant))
    yield from (pattern_of(code) for code in codes if isinstance(code, ast.JoinedStr))
    if any(not isinstance(code, ast.Constant | ast.JoinedStr) for code in codes):
        yield from handed_on(tree)


def handed_on(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and name_of(node.func).startswith("_"):
            parts: list[ast.expr] = [*node.args, *(keyword.value for keyword in node.keywords)]
        elif isinstance(node, ast.Tuple):
            parts = node.elts
        else:
            continue
        texts = [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]
        yield from (text for text in texts if CODE.fullmatch(text))


def code_of(call: ast.Call) -> ast.expr:
    named = [keyword.value for keyword in call.keywords if keyword.arg == "code"]
    return named[0] if named else call.args[0]


def pattern_of(code: ast.JoinedStr) -> str:
    """`invalid_*` for f"invalid_{field}"."""
    return "".join(part.value if isinstance(part, ast.Constant) else "*" for part in code.values)


def name_of(function: ast.expr) -> str:
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


def test_every_code_that_is_raised_is_in_the_catalogue() -> None:
    raised = {
        (code, str(path.relative_to(ROOT)))
        for path in SOURCES
        if "Refused(" in (source := path.read_text(encoding="utf-8"))
        for code in raised_codes(ast.parse(source))
    }

    assert {(code, path) for code, path in raised if not fnmatch.filter(CATALOGUE, code)} == set()
    assert len(raised) > 20, "the search found too little to prove anything"


def test_a_code_has_one_meaning() -> None:
    assert [code for code, count in Counter(kind.code for kind in KINDS).items() if count > 1] == []


def test_the_search_for_codes_sees_every_way_to_raise_one() -> None:
    source = """
raise Refused("written_out", "d")
raise Refused(detail="d", code="by_name")
raise Refused(f"joined_{field}", "d")
def _cap(items, code): raise Refused(code, "d", "at")
_cap([], "handed_on")
TABLE = {Error: ("from_table", "What to do.")}
"""
    found = set(raised_codes(ast.parse(source)))

    assert found == {"written_out", "by_name", "handed_on", "from_table", "joined_*"}


@pytest.fixture(scope="module")
def documented() -> str:
    return (ROOT / "docs" / "api.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("code", CATALOGUE)
def test_every_code_is_documented(documented: str, code: str) -> None:
    assert f"| `{code}` | {CATALOGUE[code].status} |" in documented


def test_the_documentation_names_no_other_code(documented: str) -> None:
    assert set(re.findall(r"^\| `([a-z_]+)` \| \d{3} \| .+ \| .+ \|$", documented, re.MULTILINE)) == set(CATALOGUE)


def test_every_limit_is_documented(documented: str) -> None:
    assert [f"| `{name}` | {value} |" for name, value in DOCUMENTED.items()] == re.findall(
        r"^\| `[a-z_]+` \| \d+ \|$", documented, re.MULTILINE
    )


def test_the_type_of_every_problem_leads_somewhere() -> None:
    for kind in CATALOGUE.values():
        response = Client().get(kind.type)

        assert response.status_code == 200
        assert response.json()["code"] == kind.code


def test_the_catalogue_is_served_whole() -> None:
    served = Client().get("/api/v1/problems").json()["problems"]

    assert [row["code"] for row in served] == list(CATALOGUE)
    assert all(row["advice"] for row in served)


def test_a_problem_has_one_shape() -> None:
    body = Problem(kind=CATALOGUE["not_found"], at="x" * 500).body()

    assert list(body) == ["type", "title", "status", "code", "detail", "at"]
    assert body["detail"] == CATALOGUE["not_found"].advice
    assert body["at"] == "x" * 200
