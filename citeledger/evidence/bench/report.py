"""From what was measured to what is said: flat keys, ratios within one run, and whether the machine was too busy."""

import platform
import sqlite3
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from django.db import connection

from citeledger.evidence.bench.rounds import Measured
from citeledger.evidence.bench.world import World

Report = dict[str, Any]
NOISY_SPREAD = 0.5  # of the floor: the middle 80 % of the rounds lie further apart than half its median


@dataclass(frozen=True, slots=True, kw_only=True)
class Ratio:
    """How many times as long `of` takes as `over`. `aim` is for people."""

    key: str
    of: str
    over: str
    aim: str


RATIOS = (
    Ratio(key="batch100_over_floor", of="batch100_cold", over="floor", aim="on PostgreSQL at most 8"),
    Ratio(key="batch100_warm_over_floor", of="batch100_warm", over="floor", aim="on PostgreSQL at most 6"),
    Ratio(key="naive_over_batch", of="naive", over="batch100_cold", aim="on PostgreSQL at least 100"),
    Ratio(key="panel_warm_over_off", of="panel_warm", over="panel_off", aim="on PostgreSQL at most 0.5"),
    Ratio(key="panel_swept_warm_over_off", of="panel_swept_warm", over="panel_swept_off", aim="on PostgreSQL below 1"),
    Ratio(key="emission100_over_floor", of="emission100", over="floor", aim="none"),
    Ratio(key="search_over_floor", of="search", over="floor", aim="none"),
    # Of speeds: how many spans are proved, decided or swept in the time it takes to cut out and hash one.
    Ratio(key="prove_over_slice_hash", of="slice_hash", over="prove", aim="at least 0.3"),
    Ratio(key="reanchor_over_slice_hash", of="slice_hash", over="reanchor", aim="none"),
    Ratio(key="reanchor_edited_over_slice_hash", of="slice_hash", over="reanchor_edited", aim="80,000 spans a second"),
    Ratio(key="sweep_over_slice_hash", of="slice_hash", over="sweep", aim="none"),
)
_OF_SPANS = ("slice_hash", "prove", "reanchor", "reanchor_edited", "sweep")


def report(*, measured: Measured, queries: dict[str, int], world: World, sentences: int) -> Report:
    """One object of flat keys. Milliseconds are of this machine and this hour; ratios may be compared, they may not.

    `sentences` is how many spans of the one long text were proved, decided and swept.
    """
    ratios = {r.key: round(measured.median(r.of) / measured.median(r.over), 4) for r in RATIOS}
    speeds = {f"{name}_spans_per_second": round(sentences / measured.median(name)) for name in _OF_SPANS}
    medians = {f"{name}_ms": round(measured.median(name) * 1000, 2) for name in measured.seconds}
    spreads = {f"{name}_spread": round(measured.spread(name), 2) for name in measured.seconds}
    counts = {f"{name}_rounds": len(taken) for name, taken in measured.seconds.items() if name in ("floor", "naive")}
    return {
        **ratios,
        **speeds,
        **queries,
        "noisy": measured.spread("floor") > NOISY_SPREAD,
        **medians,
        **spreads,
        **counts,
        "documents": world.documents,
        "spans": world.spans,
        "grants": world.grants,
        **_versions(),
    }


def lines(*, found: Report) -> list[str]:
    """The report for people: what was promised first, then all the rest."""
    promised = [f"{r.key:26} {found[r.key]:>10}   (aim: {r.aim})" for r in RATIOS]
    rest = [f"{name:26} {value!s:>10}" for name, value in found.items() if name not in {r.key for r in RATIOS}]
    return [*promised, *rest]


def _versions() -> dict[str, str]:
    return {
        "engine": connection.vendor,
        "engine_version": _engine_version(),
        "python": platform.python_version(),
        "django": version("Django"),
        "djangorestframework": version("djangorestframework"),
        "gunicorn": version("gunicorn"),
    }


def _engine_version() -> str:
    if connection.vendor == "sqlite":
        return sqlite3.sqlite_version
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version")
        return str(cursor.fetchone()[0])
