"""``script/test``: the checks, then the suite, then one summary. Runs all of them even when one fails."""

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from script import environment
from script.chromium import require_chromium
from script.console import Refusal, say, show
from script.environment import PYTHON, ROOT, VAR
from script.tesseract import require_tesseract

_CODE = ("citeledger", "acl", "revalidation", "script", "examples", "manage.py")
_CLIENT = "clients/python"  # types itself: it knows neither Django nor its plugins
# Whatever asks the evaluator for more than states, and so reaches its cache. Not those that bring a cache of their own.
_EVALUATOR_PAGES = tuple(f"tests/functional/web/test_{name}.py" for name in ("audit", "citing", "damage", "pages"))
_EVALUATOR_SUITE = (
    *(f"tests/integration/revalidation/test_{name}.py" for name in ("attesting", "changed", "modes", "panels")),
    *(f"tests/integration/revalidation/test_{name}.py" for name in ("poison", "renditions", "undoing")),
    "tests/integration/embed/test_panel.py",
    "tests/functional/test_refund_window.py",
    *_EVALUATOR_PAGES,
    *(f"tests/functional/api/test_{name}.py" for name in ("as_a_program", "envelope", "welcome")),
)
# Every surface as every kind of viewer. What a cache that lies can do to an answer is asked by the suite above, so the
# rows meet that cache in the long profile only: they take longer than the rest of its run.
_SURFACES = "tests/functional/test_indistinguishable.py"
_ROWS = (f"{_SURFACES}::test_a_denied_viewer_cannot_tell_why", f"{_SURFACES}::test_the_rows_reach_what_they_are_about")
# Without lab, client, agents, the mere shape of requests, and web pages but those above: what they ask of the database
# is asked on both engines by the others.
_PAGES = {str(page.relative_to(ROOT)) for page in ROOT.glob("tests/functional/web/test_*.py")}
_DATABASE_SUITE = (
    *("tests/functional", "tests/integration"),
    *(f"--ignore=tests/functional/{name}" for name in ("lab", "clients", "agents", "mcp", "test_headers.py")),
    *(f"--ignore=tests/functional/api/test_{name}.py" for name in ("fields", "parsing", "problems", "schema")),
    *(f"--ignore={page}" for page in sorted(_PAGES - {*_EVALUATOR_PAGES})),
)
# One more than the cores of a small machine: every other test waits for a program it started. Files in the order of
# their names, not by how many tests they hold: the few that start sites and workers come first (browser, functional),
# and thousands of small ones (unit) fill what is left. The other way round all wait for the last site.
_PYTEST = (PYTHON, "-m", "pytest", "-n", "3", "--dist", "loadfile", "--no-loadscope-reorder", "--durations=10")
_CHECKS_AT_ONCE = 2  # mypy takes as long as all others
_MEASURED = ("--cov", "--cov-report=")
IS_LONG = os.environ.get("CITELEDGER_TEST_PROFILE") == "long"
_NOTHING_COLLECTED = 5  # pytest's exit code


@dataclass(frozen=True, kw_only=True)
class Step:
    """One program to run, and the exit codes that count as passed."""

    name: str
    argv: Sequence[str | Path]
    variables: dict[str, str] = field(default_factory=dict)
    passing: frozenset[int] = frozenset({0})


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """How a step ended and how long it took (seconds)."""

    name: str
    passed: bool
    seconds: float


def main(arguments: Sequence[str]) -> int:
    """0 when everything passed, 1 otherwise. What could not be provisioned is a failure with the line to run."""
    try:
        extra = _pytest_arguments(arguments)
        environment.prepare(lock_file="requirements-dev.txt")
        browser = require_chromium()
        require_tesseract()
    except Refusal as refusal:
        say(str(refusal))
        return 1
    with ThreadPoolExecutor(max_workers=_CHECKS_AT_ONCE) as pool:
        checked = list(pool.map(_run, _checks()))
    outcomes = [*checked, *(_run(step) for step in _suite(extra=extra, browser=browser))]
    if IS_LONG:
        _report_coverage()
    _summarise(outcomes)
    return 0 if all(outcome.passed for outcome in outcomes) else 1


def _pytest_arguments(arguments: Sequence[str]) -> list[str]:
    if not arguments:
        return []
    if arguments[0] != "--":
        raise Refusal("arguments for pytest come after two dashes: script/test -- -k anchoring")
    return list(arguments[1:])


def _checks() -> list[Step]:
    return [
        Step(name="ruff check", argv=[PYTHON, "-m", "ruff", "check"]),
        Step(name="ruff format", argv=[PYTHON, "-m", "ruff", "format", "--check"]),
        Step(name="mypy", argv=[PYTHON, "-m", "mypy", *(part for part in _CODE)]),
        Step(
            name="mypy of the client",
            # A cache of its own: it runs beside the other.
            argv=[
                *(PYTHON, "-m", "mypy", "--config-file", f"{_CLIENT}/pyproject.toml"),
                *("--cache-dir", ".mypy_cache/client", f"{_CLIENT}/src"),
            ],
        ),
        Step(name="imports", argv=[PYTHON.with_name("lint-imports"), "--no-cache"]),
        Step(
            name="migrations",
            argv=[PYTHON, "manage.py", "makemigrations", "--check", "--dry-run"],
            # A database of its own: the question is about the code, not about what somebody migrated here.
            variables={"CITELEDGER_ENV": "development", "LAB": "1", "DATABASE_URL": "sqlite:///var/run/check.sqlite3"},
        ),
    ]


def _suite(*, extra: list[str], browser: Path) -> list[Step]:
    """Everything once on SQLite; what touches the database again on PostgreSQL; what reaches the cache with one there.

    A test with a cache holds the answer against the one without, so it need not run without one there as well.
    Branches are measured in the first run of the long profile: it takes all but PostgreSQL's, in twice the time.
    """
    named = any(not argument.startswith("-") and ROOT.joinpath(argument.split("::")[0]).exists() for argument in extra)
    runs = (
        ("suite on sqlite", {"CITELEDGER_TEST_ENGINE": "sqlite"}, ()),
        (
            "suite on postgresql",
            {"CITELEDGER_TEST_ENGINE": "postgresql", "CITELEDGER_TEST_CACHE": "on"}
            | ({} if named else {"CITELEDGER_TEST_CACHE_MODULES": " ".join((*_EVALUATOR_SUITE, _SURFACES))}),
            _DATABASE_SUITE,
        ),
        (
            "cache hostile",
            {"CITELEDGER_TEST_ENGINE": "sqlite", "CITELEDGER_TEST_CACHE": "hostile"},
            (*_EVALUATOR_SUITE, *_ROWS) if IS_LONG else _EVALUATOR_SUITE,
        ),
    )
    return [
        Step(
            name=name,
            argv=[*_PYTEST, *(_MEASURED if IS_LONG and not position else ()), *(() if named else paths), *extra],
            variables={**variables, "CHROMIUM": str(browser)},
            passing=frozenset({0, _NOTHING_COLLECTED}) if extra else frozenset({0}),
        )
        for position, (name, variables, paths) in enumerate(runs)
    ]


def _run(step: Step) -> Outcome:
    say(f"{step.name} ...")
    began = time.monotonic()
    code = _call(step)
    return Outcome(name=step.name, passed=code in step.passing, seconds=time.monotonic() - began)


def _call(step: Step) -> int:
    argv = [str(part) for part in step.argv]
    return subprocess.run(argv, cwd=ROOT, env=os.environ | step.variables, check=False).returncode


def _report_coverage() -> None:
    VAR.mkdir(exist_ok=True)
    _call(Step(name="coverage", argv=[PYTHON, "-m", "coverage", "report", "--skip-covered", "--skip-empty"]))


def _summarise(outcomes: Sequence[Outcome]) -> None:
    show("")
    for outcome in outcomes:
        show(f"{'passed' if outcome.passed else 'FAILED'}  {outcome.seconds:6.1f} s  {outcome.name}")
    failed = [outcome.name for outcome in outcomes if not outcome.passed]
    say(f"failed: {', '.join(failed)}" if failed else "everything passed")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
