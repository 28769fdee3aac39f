"""A program with a token: one kept connection, one question at a time, and the time each answer took."""

import http.client
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.core.management import CommandError

from citeledger.evidence.bench.counting import ASK, TOLD
from script.children import LOOPBACK

_SECONDS = 600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A request: `body` is the JSON of a POST, None for a GET. `status` is the one that answers it."""

    path: str
    body: bytes | None = None
    status: int = http.HTTPStatus.OK


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What came back, after how many seconds; `queries` only where it was asked for."""

    seconds: float
    content: Any
    queries: int | None


FLOOR = Question(path="/api/v1/me")
FORGET = Question(path="/bench/forget", body=b"{}")


def batch(citations: Sequence[UUID]) -> Question:
    """The measured question."""
    return Question(path="/api/v1/verdicts", body=_citations(citations))


def naive(citations: Sequence[UUID]) -> Question:
    """The same question to the naive evaluator."""
    return Question(path="/bench/naive", body=_citations(citations))


def panel(citation: UUID) -> Question:
    return Question(path=f"/api/v1/citations/{citation}/panel")


def search(words: str) -> Question:
    return Question(path=f"/api/v1/search?{urlencode({'query': words})}")


def emission(spans: Sequence[UUID]) -> Question:
    """An answer of one statement on each of the spans; every time it is asked, it is recorded anew."""
    said = "Goods may be returned for a while after delivery."
    segments = [{"type": "statement", "text": said, "basis": "paraphrased", "spans": [str(span)]} for span in spans]
    body = json.dumps({"kind": "answer", "segments": segments}).encode()
    return Question(path="/api/v1/answers", body=body, status=http.HTTPStatus.CREATED)


class Client:
    """Keeps its connection. The clock runs from the first byte sent to the last byte read."""

    def __init__(self, *, port: int, token: str) -> None:
        self._connection = http.client.HTTPConnection(LOOPBACK, port, timeout=_SECONDS)
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def ask(self, question: Question) -> Reply:
        """Ask, and read all of the answer. Raises CommandError for any other status."""
        return self._ask(question, self._headers)

    def count(self, question: Question) -> int:
        """How many statements the server sends to the database for this question, authentication included."""
        counted = self._ask(question, self._headers | {ASK: "1"}).queries
        if counted is None:
            raise CommandError("The measured server did not count.")
        return counted

    def close(self) -> None:
        self._connection.close()

    def _ask(self, question: Question, headers: dict[str, str]) -> Reply:
        began = time.perf_counter()
        method = "GET" if question.body is None else "POST"
        self._connection.request(method, question.path, body=question.body, headers=headers)
        response = self._connection.getresponse()
        content = response.read()
        seconds = time.perf_counter() - began
        if response.status != question.status:
            raise CommandError(f"{question.path} answered {response.status}: {content[:500]!r}")
        queries = response.getheader(TOLD)
        return Reply(seconds=seconds, content=json.loads(content), queries=int(queries) if queries else None)


def _citations(uids: Sequence[UUID]) -> bytes:
    return json.dumps({"citations": [str(uid) for uid in uids]}).encode()
