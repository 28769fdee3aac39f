"""An evaluation file, read whole or refused: a JSON object a line, `record` says of what kind (docs/evaluation.md)."""

import json
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Final

from citeledger.core.evaluation.extraction import BASES
from citeledger.core.evaluation.faults import Fault
from citeledger.core.evaluation.members import Members
from citeledger.core.evaluation.records import (
    Alone,
    Claim,
    Evaluation,
    Judgement,
    Place,
    Refusal,
    Search,
    SpanRule,
    Support,
)

_KS: Final = (1, 3, 5, 10)


def read(lines: Iterable[str]) -> Evaluation:
    """All records. Raises Fault: the first mistake, with its line."""
    numbered = ((number, line) for number, line in enumerate(lines, start=1) if line.strip())
    read_so_far = None
    known = _Known()
    for number, line in numbered:
        members = Members.of_line(line, line=number)
        kind = members.text("record")
        if read_so_far is None:
            read_so_far = _head(members, kind)
        elif kind in _KINDS:
            _KINDS[kind](members, read_so_far, known)
        else:
            members.refuse(f"'record' is {kind!r}, not one of {', '.join(_KINDS)}")
        members.end()
    if read_so_far is None:
        raise Fault("the file is empty")
    return _checked(read_so_far, known)


class _Known:
    """What one line has to know of others."""

    def __init__(self) -> None:
        self.gold: set[str] = set()
        self.emitted: dict[str, Claim] = {}
        self.judged: dict[str, int] = {}

    def new(self, claim: Claim, *, among: Iterable[str], members: Members) -> None:
        if claim.id in among:
            members.refuse(f"the id {claim.id!r} was given before")


def _head(members: Members, kind: str) -> Evaluation:
    if kind != "evaluation" or members.number("format") != 1:
        members.refuse("the first record is not {'record': 'evaluation', 'format': 1, ...}")
    return Evaluation(rule=_rule(members), ks=_ks(members))


def _rule(members: Members) -> SpanRule:
    rule = members.word("span_rule", of=("exact", "overlap"))
    return SpanRule(at_least=Fraction(1) if rule == "exact" else members.share("at_least"))


def _ks(members: Members) -> tuple[int, ...]:
    given = members.items("ks", default=list(_KS))
    if not given or any(type(k) is not int or k < 1 for k in given):
        members.refuse("'ks' is not a list of whole numbers from 1")
    return tuple(sorted(set(given)))


def _gold(members: Members, into: Evaluation, known: _Known) -> None:
    claim = _claim(members)
    known.new(claim, among=known.gold, members=members)
    known.gold.add(claim.id)
    into.gold.append(claim)


def _statement(members: Members, into: Evaluation, known: _Known) -> None:
    claim = _claim(members, agent=members.text("agent"))
    known.new(claim, among=known.emitted, members=members)
    known.emitted[claim.id] = claim
    into.emitted.append(claim)


def _claim(members: Members, *, agent: str = "") -> Claim:
    members.text("text")  # for those who label and read; never compared
    basis = members.word("basis", of=BASES)
    is_absence = basis == "absence"
    return Claim(
        id=members.text("id"),
        question=members.text("question"),
        basis=basis,
        spans=() if is_absence else _places(members, "spans"),
        query=json.dumps(members.any("query"), sort_keys=True) if is_absence else "",
        agent=agent,
    )


def _places(members: Members, name: str) -> tuple[Place, ...]:
    spans = members.objects(name)
    return tuple(_place(span) for span in spans) or members.refuse(f"'{name}' is empty")


def _place(members: Members) -> Place:
    place = Place(document=members.text("document"), start=members.number("start"), end=members.number("end"))
    if place.end <= place.start:
        members.refuse("'end' is not behind 'start'")
    if members.has("exact") and len(members.text("exact")) != place.end - place.start:
        members.refuse("'exact' is not as long as the place (code points)")
    members.end()
    return place


def _judgement(members: Members, into: Evaluation, known: _Known) -> None:
    statement = members.text("statement")
    if statement in known.judged:
        members.refuse(f"statement {statement!r} was judged before")
    known.judged[statement] = members.line
    members.text("labeller")
    members.text("note", default="-")
    supported, citations = _support(members) if members.has("supported") else (None, ())
    alone = Alone(members.word("alone", of=tuple(Alone))) if members.has("alone") else None
    if supported is None and alone is None:
        members.refuse("nothing is judged: neither 'supported' with 'citations', nor 'alone'")
    into.judgements.append(Judgement(statement, supported, citations, alone))


def _support(members: Members) -> tuple[bool, tuple[Support, ...]]:
    """Refuses what contradicts itself: together the citations say at least what each of them says."""
    supported = members.truth("supported")
    given = members.items("citations")
    if any(word not in tuple(Support) for word in given):
        members.refuse(f"'citations' is not a list of {', '.join(Support)}")
    words = tuple(Support(word) for word in given)
    one_does = Support.FULL in words
    if one_does and not supported:
        members.refuse("one citation supports the statement fully, yet 'supported' is false")
    if supported and not one_does and words.count(Support.PARTIAL) <= 1:
        members.refuse("'supported' is true, yet no citation, and no two together, support the statement")
    return supported, words


def _search(members: Members, into: Evaluation, _known: _Known) -> None:
    members.text("question")
    relevant = _places(members, "relevant")
    ranked = tuple(
        _place(Members(item, line=members.line, at=f"ranked.{rank}"))
        for rank, item in enumerate(members.items("ranked"))
    )
    into.searches.append(Search(relevant=relevant, ranked=ranked))


def _refusal(members: Members, into: Evaluation, _known: _Known) -> None:
    members.text("question", default="-")
    into.refusals.append(Refusal(agent=members.text("agent"), reason=members.text("reason")))


_KINDS: Final[Mapping[str, Callable[[Members, Evaluation, _Known], None]]] = {
    "gold": _gold,
    "statement": _statement,
    "judgement": _judgement,
    "search": _search,
    "refusal": _refusal,
}


def _checked(given: Evaluation, known: _Known) -> Evaluation:
    """What only the whole file tells. One of two numbers that mean something only together is no result."""
    if bool(given.gold) != bool(given.emitted):
        missing, number = ("statement", "recall") if given.gold else ("gold", "the rate of false extractions")
        raise Fault(f"no record of kind '{missing}': {number} alone says nothing, so neither is told")
    if not (given.gold or given.judgements or given.searches or given.refusals):
        raise Fault("there is nothing to evaluate")
    for judgement in given.judgements if given.emitted else ():
        _check_judged(judgement, known)
    return given


def _check_judged(judgement: Judgement, known: _Known) -> None:
    line, claim = known.judged[judgement.statement], known.emitted.get(judgement.statement)
    if claim is None:
        raise Fault(f"no statement has the id {judgement.statement!r}", line=line)
    if judgement.supported is not None and len(judgement.citations) != claim.citations:
        raise Fault(f"{len(judgement.citations)} citations judged, the statement has {claim.citations}", line=line)
