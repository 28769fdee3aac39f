"""`bench` in a small world: what it says, and how many statements a batch takes. Never how long anything took."""

import json
import os
from collections.abc import Callable

import psycopg
import pytest
from django.db import connection

PROMISED = {"batch100_over_floor", "batch100_warm_over_floor", "naive_over_batch", "panel_warm_over_off"}
PROMISED |= {
    "prove_over_slice_hash",
    "reanchor_over_slice_hash",
    "reanchor_edited_over_slice_hash",
    "sweep_over_slice_hash",
}
PROMISED |= {"emission100_over_floor", "search_over_floor"}
PROMISED |= {"prove_spans_per_second", "reanchor_spans_per_second", "sweep_spans_per_second"}
SAID = PROMISED | {"queries_warm", "queries_cold", "noisy", "engine", "floor_ms", "floor_spread", "python", "django"}


@pytest.fixture
def report(manage: Callable) -> dict[str, object]:
    finished = manage("bench", "--json", "--scale", "0.01", "--rounds", "1")
    assert finished.returncode == 0, finished.stderr[-3000:]
    return json.loads(finished.stdout)


def test_one_flat_object_one_statement_a_batch_and_nothing_left_behind(report: dict[str, object]) -> None:
    assert report.keys() >= SAID
    assert not [name for name, value in report.items() if isinstance(value, dict | list)]
    assert all(report[name] > 0 for name in PROMISED)
    assert isinstance(report["noisy"], bool)
    assert (report["queries_cold"], report["queries_warm"]) == (1, 1)
    assert report["queries_naive"] > 1000
    assert report["engine"] == connection.vendor
    assert left_behind() == []


def left_behind() -> list[str]:
    """Throw-away databases that were not thrown away. SQLite's lies in a folder that is gone with the command."""
    if connection.vendor == "sqlite":
        return []
    with psycopg.connect(os.environ["DATABASE_URL"]) as other:
        rows = other.execute("SELECT datname FROM pg_database WHERE datname LIKE 'bench%'")
        return [name for (name,) in rows]
