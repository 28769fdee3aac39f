"""Who is measured against whom, on which question; and that they all give the same answer."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from django.core.management import CommandError

from citeledger.evidence.bench import client, site, texts
from citeledger.evidence.bench.client import Client, Question
from citeledger.evidence.bench.rounds import NAIVE_EVERY, SAMPLES, Contender
from citeledger.evidence.bench.world import World

_SOUGHT = texts.passage(document=7, number=0)
_SEARCH = client.search(_SOUGHT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """Two servers on one database, the same but for Redis. The writer asks the one with Redis."""

    warm: Client
    off: Client
    writer: Client
    world: World

    def agree(self) -> None:
        """Raise CommandError unless all contenders answer alike: a quick wrong answer is no result."""
        batch = client.batch(self.world.batch)
        self._same(self.warm.ask(batch).content, self.warm.ask(client.naive(self.world.batch)).content)
        for question in (batch, client.panel(self.world.late), client.panel(self.world.swept)):
            self._same(self.off.ask(question).content, self.warm.ask(question).content)
            self._same(self.off.ask(question).content, self.warm.ask(question).content)  # now out of the cache
        self._same(len(self.writer.ask(self._emission()).content["citations"]), len(self.world.cited))
        found = self.warm.ask(_SEARCH).content["hits"]
        self._same(_SOUGHT in found[0]["text"], True)

    def queries(self) -> dict[str, int]:
        """Statements per question beyond those of the floor, which are the authentication."""
        batch, late, swept = self._questions()
        authentication = self.warm.count(client.FLOOR)
        self._forget()
        counted = {"queries_cold": self.warm.count(batch), "queries_warm": self.warm.count(batch)}
        counted |= {"queries_naive": self.warm.count(client.naive(self.world.batch))}
        counted |= {"queries_panel_warm": self.warm.count(late), "queries_panel_off": self.off.count(late)}
        counted |= {
            "queries_panel_swept_warm": self.warm.count(swept),
            "queries_panel_swept_off": self.off.count(swept),
        }
        return {name: count - authentication for name, count in counted.items()}

    def contenders(self) -> list[Contender]:
        """The floor, the batch cold and warm, the naive loop, panels with and without Redis, a search, an emission."""
        batch, late, swept = self._questions()
        return [
            self._contender("floor", self.warm, client.FLOOR),
            self._cold("batch100_cold", batch),
            self._contender("batch100_warm", self.warm, batch),
            self._contender("panel_warm", self.warm, late, samples=1),
            self._unprepared("panel_off", self.off, late),
            self._contender("panel_swept_warm", self.warm, swept),
            self._contender("panel_swept_off", self.off, swept),
            self._contender("search", self.warm, _SEARCH),
            self._unprepared("emission100", self.writer, self._emission()),
            self._unprepared("naive", self.warm, client.naive(self.world.batch), every=NAIVE_EVERY),
        ]

    def _emission(self) -> Question:
        return client.emission(self.world.cited)

    def _questions(self) -> tuple[Question, Question, Question]:
        world = self.world
        return client.batch(world.batch), client.panel(world.late), client.panel(world.swept)

    def _contender(self, name: str, who: Client, question: Question, samples: int = SAMPLES) -> Contender:
        """Warm: the same question was answered just before."""
        ask, prepare = partial(_seconds, who, question), partial(who.ask, question)
        return Contender(name=name, ask=ask, prepare=prepare, samples=samples)

    def _cold(self, name: str, question: Question) -> Contender:
        return Contender(name=name, ask=partial(_seconds, self.warm, question), prepare=self._forget)

    def _unprepared(self, name: str, who: Client, question: Question, every: int = 1) -> Contender:
        """Takes so long that an answer before it would make no difference; only the connection is woken up."""
        ask, prepare = partial(_seconds, who, question), partial(who.ask, client.FLOOR)
        return Contender(name=name, ask=ask, prepare=prepare, samples=1, every=every)

    def _forget(self) -> None:
        self.warm.ask(client.FORGET)

    def _same(self, one: object, other: object) -> None:
        if one != other:
            raise CommandError(f"The contenders disagree: {str(one)[:500]} is not {str(other)[:500]}.")


@contextmanager
def contest(*, world: World, folder: Path, database_url: str) -> Iterator[Contest]:
    """Start both servers on the world's database; they end with this."""
    with ExitStack() as stack:
        redis_url = stack.enter_context(site.redis(folder=folder))
        warm, off = (
            stack.enter_context(site.serving(name=name, folder=folder, database_url=database_url, redis_url=redis))
            for name, redis in (("warm", redis_url), ("off", ""))
        )
        whose = ((warm, world.token), (off, world.token), (warm, world.writers_token))
        clients = [Client(port=port, token=token) for port, token in whose]
        for one in clients:
            stack.callback(one.close)
        yield Contest(warm=clients[0], off=clients[1], writer=clients[2], world=world)


def _seconds(who: Client, question: Question) -> float:
    return who.ask(question).seconds
