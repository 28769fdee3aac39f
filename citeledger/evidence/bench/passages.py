"""A megabyte with a citation of every sentence: proving them all, and deciding what an edit made of them.

Nothing here touches a database: seconds are of this process's processor. The measure is what nobody can do without:
cutting out every span and hashing it.
"""

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from random import Random

from django.core.management import CommandError

from citeledger.core.anchoring import Locator, Pair, PreparedSide, Side, prepare
from citeledger.core.reading.normalization import normalizer_for
from citeledger.core.spans import prove
from citeledger.evidence.bench.rounds import Contender
from citeledger.extraction import extract

MEDIA_TYPE = "text/markdown"
SENTENCES = 20_000
_WORDS = 4_000  # different ones, some of them in every sentence, most of them rare, as in any text
_A_PARAGRAPH, _A_SECTION = 5, 40  # sentences
_EDITED = 0.6  # share of the sentences in which a word is replaced
_INSERTED_AT = 0.4  # of the text: what stands behind moves


@dataclass(frozen=True, slots=True, kw_only=True)
class Passages:
    """One text and two later ones: with a sentence put in, and with most sentences edited. `spans` are of the first.

    `kept` says for each whether the edit left its sentence as it was.
    """

    text: str
    inserted: str
    edited: str
    spans: tuple[Locator, ...]
    kept: tuple[bool, ...]


def passages(*, scale: float) -> Passages:
    """At scale 1, a megabyte of 20,000 sentences. The same every time."""
    chance = Random(5)  # noqa: S311 - nothing secret
    sentences = [_sentence(chance) for _ in range(max(200, round(SENTENCES * min(scale, 1.0))))]
    text, starts = _written(sentences)
    at = starts[round(len(sentences) * _INSERTED_AT)]
    edited = [_edited(one, chance) for one in sentences]
    return Passages(
        text=text,
        inserted=f"{text[:at]}This sentence is new here. {text[at:]}",
        edited=_written(edited)[0],
        spans=tuple(Locator(start, start + len(one)) for start, one in zip(starts, sentences, strict=True)),
        kept=tuple(one == other for one, other in zip(sentences, edited, strict=True)),
    )


def _sentence(chance: Random) -> str:
    # The product of two draws is small far more often than it is large.
    words = [f"word{int(_WORDS * chance.random() * chance.random())}" for _ in range(chance.randint(4, 8))]
    return f"The {' '.join(words)} {chance.randint(1, 99)} days."


def _edited(sentence: str, chance: Random) -> str:
    words = sentence.split(" ")
    if chance.random() < _EDITED:
        words[chance.randrange(1, len(words) - 1)] = "otherwise"
    return " ".join(words)


def _written(sentences: Sequence[str]) -> tuple[str, list[int]]:
    """Markdown of the sentences, and where each starts."""
    pieces: list[str] = []
    starts, length = [], 0
    for number, sentence in enumerate(sentences):
        gap = "\n\n" if number % _A_PARAGRAPH == 0 else " "
        gap += f"## Section {number // _A_SECTION}\n\n" if number % _A_SECTION == 0 else ""
        starts.append(length + len(gap))
        pieces += [gap, sentence]
        length += len(gap) + len(sentence)
    return "".join(pieces), starts


def contenders(*, given: Passages) -> list[Contender]:
    """Cutting out and hashing, proving, and deciding after either edit, with the normalised texts at hand."""
    old, inserted, edited = (_prepared(text) for text in (given.text, given.inserted, given.edited))
    _agree(given, Pair(old, inserted))
    if tuple(outcome.is_current for outcome in Pair(old, edited).outcomes(given.spans)) != given.kept:
        raise CommandError("An edited sentence was found again, or one that nobody edited was not.")
    exacts = [given.text[start:end] for start, end in given.spans]
    return [
        _contender("slice_hash", partial(_hash_all, given)),
        _contender("prove", partial(_prove_all, given, exacts)),
        _contender("reanchor", lambda: Pair(old, inserted).outcomes(given.spans)),
        _contender("reanchor_edited", lambda: Pair(old, edited).outcomes(given.spans)),
    ]


def _contender(name: str, work: Callable[[], object]) -> Contender:
    return Contender(name=name, ask=partial(_seconds, work), prepare=lambda: None, samples=1)


def _seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def _hash_all(given: Passages) -> None:
    for start, end in given.spans:
        hashlib.sha256(given.text[start:end].encode()).hexdigest()


def _prove_all(given: Passages, exacts: Sequence[str]) -> None:
    for (start, end), exact in zip(given.spans, exacts, strict=True):
        prove(text=given.text, start=start, end=end, exact=exact)


def _prepared(text: str) -> PreparedSide:
    extraction = extract(data=text.encode(), media_type=MEDIA_TYPE)
    return prepare(Side(extraction.text, extraction.structure, normalizer_for(MEDIA_TYPE)))


def _agree(given: Passages, pair: Pair) -> None:
    """Raise CommandError unless every span is found where it went: a quick wrong answer is no result."""
    outcomes = pair.outcomes(given.spans)
    in_order = all(one.start < other.start for one, other in pairwise(outcomes) if one.start and other.start)
    if not in_order or any(
        given.inserted[o.start : o.end] != given.text[slice(*s)] for s, o in zip(given.spans, outcomes, strict=True)
    ):
        raise CommandError("A span of an unchanged sentence was not found again.")
