"""The package stands by itself: what it says it needs is what it imports, and that is not the server."""

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

import citeledger_client
from citeledger_client import markers

from citeledger.core import markers as markers_of_the_gate

PACKAGE = Path(citeledger_client.__file__).parent
PROJECT = tomllib.loads((PACKAGE.parents[1] / "pyproject.toml").read_text())["project"]


def imported() -> set[str]:
    """Top names of everything that any module of the package imports, wherever in it."""
    nodes = [node for file in PACKAGE.glob("**/*.py") for node in ast.walk(ast.parse(file.read_text()))]
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom) and node.level == 0}
    return {name.partition(".")[0] for name in names} - sys.stdlib_module_names


def test_it_imports_what_it_names_and_itself() -> None:
    assert imported() == {"citeledger_client", "httpx"}
    assert [need.partition(">")[0] for need in PROJECT["dependencies"]] == ["httpx"]


def test_it_runs_without_the_server() -> None:
    """In a process that finds no module of this repository but the client."""
    code = "import sys, citeledger_client; print(sorted({name.partition('.')[0] for name in sys.modules}))"
    argv = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(PACKAGE.parent)!r}); {code}"]
    said = subprocess.run(argv, capture_output=True, text=True, check=True, cwd="/").stdout

    assert not {"django", "rest_framework", "citeledger", "acl", "revalidation"} & set(ast.literal_eval(said))


def test_it_reads_markers_in_pieces_without_the_server() -> None:
    uid = "5c8e9907-7957-4c9b-9e35-446b5952a6dd"
    code = (
        "from citeledger_client.markers import MarkerParser; parser = MarkerParser();"
        f" events = [each for piece in 'Thirty days [cite:{uid}].' for each in parser.feed(piece)] + parser.close();"
        " print([(each.text, each.names) for each in events],"
        " any(name.partition('.')[0] == 'citeledger' for name in sys.modules))"
    )
    argv = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(PACKAGE.parent)!r}); {code}"]
    said = subprocess.run(argv, capture_output=True, text=True, check=True, cwd="/").stdout

    assert said == f"[('Thirty days.', ('{uid}',))] False\n"


def test_it_reads_markers_by_the_very_rule_of_the_gate() -> None:
    """A second copy would drift: what an agent shows while a model writes, and what is recorded of it."""
    here, there = (Path(package.__file__).resolve() for package in (markers, markers_of_the_gate))
    assert here == there


def test_it_is_typed_and_names_what_it_offers() -> None:
    assert (PACKAGE / "py.typed").exists()
    assert all(hasattr(citeledger_client, name) for name in citeledger_client.__all__)
    assert sorted(citeledger_client.__all__) == citeledger_client.__all__


def test_it_carries_the_licence_of_the_whole() -> None:
    root = PACKAGE.parents[3]
    assert (PACKAGE.parents[1] / "LICENSE").read_bytes() == (root / "LICENSE").read_bytes()
