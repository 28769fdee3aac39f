"""`bench` in a small world: what it says, and how many statements a batch takes. Never how long anything took.

It starts two sites and asks thousands of questions: by default once, on PostgreSQL, which people measure.
"""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connection

from citeledger.evidence.bench import throwaway
from citeledger.evidence.bench.throwaway import throwaway_database

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


@pytest.mark.postgresql
def test_one_flat_object_one_statement_a_batch_and_nothing_left_behind(manage: Callable) -> None:
    keeps_its_promises(measured(manage))
    with psycopg.connect(os.environ["DATABASE_URL"]) as other:
        assert other.execute("SELECT datname FROM pg_database WHERE datname LIKE 'bench%'").fetchall() == []


@pytest.mark.sqlite
@pytest.mark.long  # the same again for another engine: half a minute
def test_the_same_on_sqlite(manage: Callable) -> None:
    keeps_its_promises(measured(manage))


def measured(manage: Callable) -> dict[str, object]:
    finished = manage("bench", "--json", "--scale", "0.01", "--rounds", "1")
    assert finished.returncode == 0, finished.stderr[-3000:]
    return json.loads(finished.stdout)


def keeps_its_promises(report: dict[str, object]) -> None:
    assert report.keys() >= SAID
    assert not [name for name, value in report.items() if isinstance(value, dict | list)]
    assert all(report[name] > 0 for name in PROMISED)
    assert isinstance(report["noisy"], bool)
    assert (report["queries_cold"], report["queries_warm"]) == (1, 1)
    assert report["queries_naive"] > 1000
    assert report["engine"] == connection.vendor


@pytest.mark.sqlite
def test_the_throw_away_database_is_a_migrated_file_in_the_folder(
    tmp_path: Path, django_db_blocker: Any, django_db_setup: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`left behind` is nothing then: the folder goes with the command."""
    migrated = []
    monkeypatch.setattr(throwaway, "call_command", lambda *names, **_: migrated.append((*names, name_of_default())))
    before = name_of_default()
    with django_db_blocker.unblock(), throwaway_database(folder=tmp_path) as url:
        assert url == f"sqlite:///{tmp_path}/bench.sqlite3"
        assert migrated == [("migrate", f"{tmp_path}/bench.sqlite3")]
        assert name_of_default() == f"{tmp_path}/bench.sqlite3"
    assert name_of_default() == before


def name_of_default() -> str:
    return connection.settings_dict["NAME"]
