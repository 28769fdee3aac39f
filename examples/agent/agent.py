"""An agent without a model: it searches, reads and cites, and only then says; it remembers, and hands over to another.

Run it with `python examples/agent/agent.py "How many credit hours can I have?"`, or with `--look-back UID` to read
a text back; README.md says how. Environment:

    CITELEDGER_ORIGIN   the ledger                  (http://127.0.0.1:8000)
    CITELEDGER_TOKEN    token of the first agent
    SECOND_TOKEN        token of the second agent, somebody else's
"""

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from citeledger_client import CiteledgerError, Client, Context, Draft, NotFound, Refused

PASSAGES = 5
SHORTEST_WORD = 4  # letters; shorter ones are in every sentence
_SENTENCE = re.compile(r"(?:[-*] +)?(\S.*?(?:[.!?](?=\s)|(?=\n\n)|\Z))\s*", re.DOTALL)


WITHHELD = {
    "source_changed": "what it rests on was edited or replaced since; search again, and say it anew",
    "unavailable": "something it rests on is gone, or not for this agent to read, and nobody is told which; "
    "look for a source it may read",
    "unverified": "it could not be checked just now; say nothing of it, and ask again later",
}


NOT_FOR_BOTH = (
    "It may read nothing of what the note rests on. Ask again with tokens of two accounts that may both read the "
    "source (in the lab: support's and the manager's)."
)


class Told(NamedTuple):
    """What is known of a statement now. `text` is None wherever it is not to be repeated."""

    text: str | None
    state: str
    advice: str

    def __str__(self) -> str:
        if self.text:
            return f"{self.state}: {' '.join(self.text.split())}"
        return f"{self.state}: not to be repeated ({self.advice}): {WITHHELD[self.state]}"


@dataclass(frozen=True, slots=True)
class Agent:
    """Says nothing that is not in a source it has just read, or in a text that may be repeated now."""

    client: Client

    def answer(self, question: str) -> UUID | None:
        """Quotes the sentence that says most of what was asked; None where no source says anything of it."""
        with self.client.session(question) as session:
            hits = session.search(question, limit=PASSAGES)
            passages = [session.read(hit.version, start=hit.start, end=hit.end) for hit in hits]
            chosen = choose(question, [passage.text for passage in passages])
            if chosen is None:
                return None
            number, sentence = chosen
            session.say(sentence, quoting=session.cite(passages[number], exact=sentence, nth=0))
            return session.emit(context=context(question)).uid

    def remember(self, answer: UUID) -> UUID | None:
        """A note of what may be repeated of an answer, in words of its own; None where that is nothing."""
        draft = Draft()
        for statement in self.client.answer(answer).usable:
            draft.say(f"Noted: {statement.text}", derived_from=[answer])
        return self.client.record(draft, kind="memory_note", context=context()).uid if draft.segments else None

    def answer_from(self, question: str, text: UUID) -> UUID | None:
        """Answers from a note or from what was handed over, if something in it may be repeated now."""
        usable = [statement.text or "" for statement in self.client.answer(text).usable]
        chosen = choose(question, usable)
        if chosen is None:
            return None
        draft = Draft()
        draft.say(usable[chosen[0]], derived_from=[text])
        return self.client.record(draft, context=context(question)).uid

    def hand_over(self, note: UUID, to: UUID) -> Mapping[str, Any]:
        """The note's envelope. What it rests on is handed over with it: who may not read that may not read the note."""
        handed = self.client.hand_over(note, to=to)
        for text in handed.unshared:
            self.client.hand_over(text, to=to)
        return handed.envelope

    def take_over(self, envelope: Mapping[str, Any]) -> UUID:
        return self.client.take_over(envelope).uid

    def look_back(self, text: UUID) -> list[Told]:
        """Every statement as it stands now, for this agent."""
        statements = self.client.answer(text).statements
        return [Told(each.text, str(each.state), str(each.advice)) for each in statements]

    def rests_on(self, text: UUID) -> set[UUID]:
        """The documents below what the agent may repeat of a text."""
        panels = [self.client.panel(statement.citation) for statement in self.client.answer(text).usable]
        return {source.document for panel in panels for source in panel.sources}

    def changed(self) -> set[UUID]:
        """Those of the agent's own texts of which something does not hold now."""
        return {change.uid for change in self.client.changes()}


def context(question: str = "") -> Context:
    return Context(question=question, agent="examples/agent")


def choose(question: str, texts: Sequence[str]) -> tuple[int, str] | None:
    """Which text has the sentence with most of the question's words, half of them at least; the first of equals."""
    asked = words(question)
    sentences = [(number, sentence) for number, text in enumerate(texts) for sentence in sentences_of(text)]
    best = max(sentences, key=lambda each: len(asked & words(each[1])), default=None)
    return best if best is not None and 2 * len(asked & words(best[1])) >= len(asked) > 0 else None


def sentences_of(text: str) -> Iterator[str]:
    """Stretches of the text, as they stand in it."""
    return (found[1] for found in _SENTENCE.finditer(text))


def words(text: str) -> set[str]:
    return {word for word in re.findall(r"\w+", text.casefold()) if len(word) >= SHORTEST_WORD}


def show(title: str, text: UUID, told: Iterable[Told]) -> None:
    print(f"{title} {text}")
    for each in told:
        print(f"  {each}")


def tell(question: str, first: Agent, second: Agent) -> int:
    """The whole story. 1 where it ends early, because nothing was found."""
    if (answer := first.answer(question)) is None:
        print("No source says anything of it.")
        return 1
    show("The first agent answers:", answer, first.look_back(answer))
    if (note := first.remember(answer)) is None:
        return 1
    show("It notes:", note, first.look_back(note))
    try:
        handed = second.take_over(first.hand_over(note, second.client.me().uid))
    except Refused as refused:
        print(f"The second agent takes nothing over: {refused.detail}\n{NOT_FOR_BOTH}")
        return 1
    show("The second agent takes over:", handed, second.look_back(handed))
    if (again := second.answer_from(question, handed)) is None:
        return 1
    show("and answers from that:", again, second.look_back(again))
    print(_what_next(documents=second.rests_on(again), note=note, again=again))
    return 0


def _what_next(*, documents: Iterable[UUID], note: UUID, again: UUID) -> str:
    sources = "".join(f"\n  {origin()}/documents/{document}" for document in documents)
    return f"""
The last answer rests on the note, and by way of it on a document. Change one of them, in a browser.
The document, as legal: let it say otherwise, or take the right to read it from the manager{sources}
The note, as support: erase it
  {origin()}/answers/{note}
Then ask what the second agent may still say of its last answer:
  python examples/agent/agent.py --look-back {again}"""


def tell_again(text: UUID, second: Agent) -> int:
    """What may be said of a text now. 1 where the agent has none of that name."""
    try:
        told = second.look_back(text)
    except NotFound:
        print(f"The second agent has no text {text}: it never was, was erased, or is not for it to read.")
        return 1
    show("What the second agent may say now of", text, told)
    return 0


class Usage(Exception):
    """What is to be set, or said otherwise, before anything is asked."""


def client(variable: str, *, of: str) -> Client:
    """The client of one agent. Raises Usage where it has no token."""
    if token := os.environ.get(variable):
        return reaching(origin(), token)
    raise Usage(
        f"{variable} is not set. Sign in as {of}, make a token at {origin()}/tokens, and: export {variable}=TOKEN"
    )


def reaching(site: str, token: str) -> Client:
    """Raises Usage where the client says that these cannot be meant."""
    try:
        return Client(site, token=token)
    except ValueError as wrong:
        raise Usage(f"{wrong} (CITELEDGER_ORIGIN, CITELEDGER_TOKEN, SECOND_TOKEN)") from wrong


def named(uid: str) -> UUID:
    """Raises Usage."""
    try:
        return UUID(uid)
    except ValueError:
        raise Usage(
            f"{uid!r} is no uid of a text; the answers above have theirs at the end of their first line"
        ) from None


def origin() -> str:
    return os.environ.get("CITELEDGER_ORIGIN", "http://127.0.0.1:8000").rstrip("/")


def run(arguments: Sequence[str]) -> int:
    match arguments:
        case ["--look-back", uid]:
            text = named(uid)
            with client("SECOND_TOKEN", of="manager") as other:
                return tell_again(text, Agent(other))
        case [question] if not question.startswith("-"):
            with client("CITELEDGER_TOKEN", of="support") as one, client("SECOND_TOKEN", of="manager") as other:
                return tell(question, Agent(one), Agent(other))
    print(__doc__)
    return 2


def main(arguments: Sequence[str]) -> int:
    """0 when all was told, 1 where that ended early, 2 where something must be set or said otherwise first."""
    try:
        return run(arguments)
    except Usage as wrong:
        print(wrong, file=sys.stderr)
        return 2
    except CiteledgerError as error:
        print(f"{origin()} told nothing more: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
