"""The same request from several threads at the same moment is done once (threat T101)."""

import threading
from typing import Any

from django.db import connections

from citeledger.documents.models import Document, Version
from citeledger.log.models import LogEntry
from tests.functional.api.cast import POLICY, Program, program, uid_of
from tests.functional.api.test_idempotency import KEY, create


def at_once(count: int, call: Any) -> list[Any]:
    """Run `call` in threads that start together, each with connections of its own."""
    ready = threading.Barrier(count)
    answers: list[Any] = []

    def run() -> None:
        try:
            ready.wait()
            answers.append(call())
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def test_twins_at_the_same_moment_make_one_fact(committed_db: object) -> None:
    caller = program("owner")
    answers = at_once(6, lambda: create(Program(token=caller.token)))

    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    assert sum("Idempotent-Replayed" in answer for answer in answers) == 5
    assert Document.objects.count() == 1
    assert LogEntry.objects.filter(kind="document_created").count() == 1


def test_twins_of_a_compare_and_set_both_win(committed_db: object) -> None:
    """Without the claim before the work, the second of the twins would be told of a conflict with itself."""
    caller = program("owner")
    document = uid_of(caller.post("documents", {"title": "Refunds"}))
    body = {"text": POLICY, "media_type": "text/markdown", "expected_version": None}
    answers = at_once(
        6, lambda: Program(token=caller.token).post(f"documents/{document}/versions", body, Idempotency_Key=KEY)
    )

    assert {answer.status_code for answer in answers} == {201}
    assert Version.objects.count() == 1


def test_of_different_writers_one_wins(committed_db: object) -> None:
    """The compare-and-set of the issue: the loser gets 409 and what is current."""
    caller = program("owner")
    document = uid_of(caller.post("documents", {"title": "Refunds"}))
    texts = iter(f"Text {number}" for number in range(6))
    lock = threading.Lock()

    def write() -> Any:
        with lock:
            text = next(texts)
        body = {"text": text, "media_type": "text/plain", "expected_version": None}
        return Program(token=caller.token).post(f"documents/{document}/versions", body)

    answers = at_once(6, write)

    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409, 409, 409]
    winner = next(answer.json()["uid"] for answer in answers if answer.status_code == 201)
    assert {answer.json()["current"] for answer in answers if answer.status_code == 409} == {winner}
