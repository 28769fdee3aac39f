"""The fixture ``committed_db``: commits are seen by threads and processes, and gone with the test."""

import contextlib
import os
import sqlite3
import subprocess
import sys
import threading

import pytest
from django.contrib.contenttypes.models import ContentType
from django.db import connection, connections

from tests.ground import schema
from tests.ground.databases import CommittedDatabase
from tests.ground.processes import environment


def _add(label: str) -> None:
    ContentType.objects.create(app_label=label, model="ground")


def _count_in_a_thread() -> int:
    counts: list[int] = []

    def count() -> None:
        try:
            counts.append(ContentType.objects.filter(model="ground").count())
        finally:
            connections.close_all()

    thread = threading.Thread(target=count)
    thread.start()
    thread.join()
    return counts[0]


@pytest.mark.parametrize("turn", ["first", "second"])
def test_each_test_starts_from_the_migrated_database_alone(committed_db: CommittedDatabase, turn: str) -> None:
    assert ContentType.objects.filter(model="ground").count() == 0
    _add(turn)
    assert _count_in_a_thread() == 1


def test_another_process_reads_what_was_committed(committed_db: CommittedDatabase) -> None:
    _add("seen")
    code = (
        "import django; django.setup()\n"
        "from django.contrib.contenttypes.models import ContentType\n"
        "print(ContentType.objects.filter(app_label='seen').count())"
    )
    argv = [sys.executable, "-c", code]
    finished = subprocess.run(argv, env=environment(), capture_output=True, text=True, check=True)
    assert finished.stdout.strip() == "1"


def test_the_engine_is_the_one_this_run_is_about(committed_db: CommittedDatabase) -> None:
    assert connection.vendor == committed_db.vendor == os.environ["CITELEDGER_TEST_ENGINE"]


@pytest.mark.django_db
def test_a_rolled_back_test_leaves_nothing_for_a_committed_one() -> None:
    _add("rolled back")
    assert ContentType.objects.filter(model="ground").count() == 1


@pytest.mark.sqlite
def test_sqlite_is_durable_fires_triggers_on_replace_and_checks_keys(committed_db: CommittedDatabase) -> None:
    with connection.cursor() as cursor:
        answers = {}
        for name in ("journal_mode", "synchronous", "foreign_keys", "recursive_triggers", "busy_timeout"):
            cursor.execute(f"PRAGMA {name}")
            answers[name] = cursor.fetchone()[0]
    assert answers == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "recursive_triggers": 1,
        "busy_timeout": 10_000,
    }


@pytest.mark.sqlite
def test_no_worker_migrates_anew(committed_db: CommittedDatabase) -> None:
    moment = "SELECT max(applied) FROM django_migrations"
    with contextlib.closing(sqlite3.connect(schema._migrated_file())) as kept, connection.cursor() as cursor:
        cursor.execute(moment)
        assert cursor.fetchall() == kept.execute(moment).fetchall()


@pytest.mark.postgresql
def test_postgresql_does_not_compile_short_statements(committed_db: CommittedDatabase) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SHOW jit")
        assert cursor.fetchone() == ("off",)
