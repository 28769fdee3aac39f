"""The example agent's conduct through the tools of MCP, or by plain HTTP: the same steps, and the same sentences."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Protocol
from uuid import UUID


class Tools(Protocol):
    """Whatever answers to the names of the tools: MCP itself, or requests to the API."""

    def call(self, name: str, /, **arguments: Any) -> dict[str, Any]: ...


def untrusted(text: dict[str, Any]) -> str:
    """The words of a text as tools give it."""
    return str(text["text"])


@dataclass(frozen=True)
class ToolAgent:
    """`example` is the module examples/agent/agent.py, `said` the words of a text in a result."""

    tools: Tools
    example: ModuleType
    said: Callable[[Any], str] = untrusted

    @property
    def uid(self) -> UUID:
        return UUID(self.tools.call("me")["uid"])

    def answer(self, question: str) -> UUID | None:
        session = self.tools.call("open_session", question=question)["uid"]
        hits = self.tools.call("search_in_session", session=session, query=question, limit=self.example.PASSAGES)
        passages = [
            self.tools.call("read", session=session, version=hit["version"], start=hit["start"], end=hit["end"])
            for hit in hits["hits"]
        ]
        texts = [self.said(passage["text"]) for passage in passages]
        chosen = self.example.choose(question, texts)
        if chosen is None:
            return None
        number, sentence = chosen
        start = passages[number]["start"] + texts[number].index(sentence)
        place = {"version": passages[number]["version"], "start": start, "end": start + len(sentence)}
        (span,) = self.tools.call("mint", session=session, spans=[place | {"exact": sentence}])["spans"]
        said = {"text": sentence, "basis": "quoted", "spans": [span["uid"]]}
        return self._emit(session, "answer", said, question=question)

    def remember(self, answer: UUID) -> UUID | None:
        return self._derived("memory_note", answer, lambda texts: f"Noted: {texts[0]}" if texts else None)

    def answer_from(self, question: str, text: UUID) -> UUID | None:
        def saying(texts: list[str]) -> str | None:
            chosen = self.example.choose(question, texts)
            return None if chosen is None else texts[chosen[0]]

        return self._derived("answer", text, saying)

    def hand_over(self, note: UUID, to: UUID) -> Any:
        handed = self.tools.call("hand_over", answer=str(note), to=str(to))
        for text in handed["unshared"]:
            self.tools.call("hand_over", answer=text, to=str(to))
        return handed["envelope"]

    def take_over(self, envelope: Any) -> UUID:
        return UUID(self.tools.call("take_over", envelope=envelope)["uid"])

    def look_back(self, text: UUID) -> list[Any]:
        return [
            self.example.Told(part["text"] and self.said(part["text"]), part["state"], part["advice"])
            for part in self.tools.call("read_back", answer=str(text))["segments"]
        ]

    def changed(self) -> set[UUID]:
        return {UUID(item["uid"]) for item in self.tools.call("changes")["items"]}

    def _derived(self, kind: str, source: UUID, saying: Callable[[list[str]], str | None]) -> UUID | None:
        usable = [told.text for told in self.look_back(source) if told.advice == "use"]
        if (said := saying(usable)) is None:
            return None
        session = self.tools.call("open_session")["uid"]
        return self._emit(session, kind, {"text": said, "basis": "paraphrased", "derived_from": [str(source)]})

    def _emit(self, session: str, kind: str, said: Mapping[str, Any], **context: str) -> UUID:
        statement = {"type": "statement", **said}
        emitted = self.tools.call("emit", session=session, kind=kind, segments=[statement], context=context)
        return UUID(emitted["uid"])
