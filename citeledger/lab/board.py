"""The board: the same runbook as each part of the cast sees it, and the decision behind every badge."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.urls import reverse

from citeledger.core.refusals import NotFound
from citeledger.core.states import State
from citeledger.interfaces.web.presenters.audit import found
from citeledger.interfaces.web.presenters.badges import Badge, badge
from citeledger.interfaces.web.presenters.statements import citation_address
from citeledger.lab import mistakes
from citeledger.lab.actions import ACTIONS, Action
from citeledger.lab.mistakes import ABOUT, Mistake
from citeledger.lab.models import Scene
from citeledger.lab.people import PASSWORD, ROLES, VISITOR, Role, principal
from citeledger.lab.sentences import SENTENCES
from citeledger.lab.story import REAL, what_comes_next
from citeledger.ledger.models import Answer, Span
from revalidation import policy, service
from revalidation.policy import Decision

PAGES = ("runbook", "ticket")

Names = dict[str, str]


@dataclass(frozen=True, slots=True)
class Step:
    """One finding of the trace: which source, and what was found, in words."""

    source: str
    finding: str


@dataclass(frozen=True, slots=True)
class Cell:
    """One citation for one viewer. `mistaken` is what the mistake would show, where it differs from the truth."""

    viewer: str
    badge: Badge
    mistaken: Badge | None
    trace: tuple[Step, ...]
    stages: str


@dataclass(frozen=True, slots=True)
class Row:
    sentence: str
    source: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Control:
    """A button: its name on the way back, its label, and what pressing it does now; `told`: what it just did."""

    name: str
    label: str
    effect: str
    told: str = ""


@dataclass(frozen=True, slots=True)
class ControlGroup:
    title: str
    controls: tuple[Control, ...]


@dataclass(frozen=True, slots=True)
class Switch:
    """A mistake that can be looked at; `address` turns it on, or off again."""

    title: str
    about: str
    is_on: bool
    address: str


@dataclass(frozen=True, slots=True)
class Link:
    label: str
    address: str


@dataclass(frozen=True, slots=True)
class Board:
    computed_at: datetime
    viewers: tuple[Role, ...]
    rows: tuple[Row, ...]
    groups: tuple[ControlGroup, ...]
    switches: tuple[Switch, ...]
    mistake: str
    differences: int
    links: tuple[Link, ...]
    password: str
    notice: str


def board(
    *, scene: Scene, mistake: Mistake | None, now: datetime, notice: str = "", pressed: Action | None = None
) -> Board:
    """Everything on the lab's page, computed now for every viewer; `notice` stands at the control that was pressed."""
    names = [name for name in SENTENCES if f"citation:{name}" in scene.cast]
    uids = [UUID(scene.cast[f"citation:{name}"]) for name in names]
    columns = [_column(scene, role, uids, mistake) for role in (*ROLES, VISITOR)]
    rows = tuple(
        Row(SENTENCES[name], _source(name), tuple(column[index] for column in columns))
        for index, name in enumerate(names)
    )
    return Board(
        computed_at=now,
        viewers=(*ROLES, VISITOR),
        rows=rows,
        groups=_groups(scene, {pressed.name: notice} if pressed else {}),
        switches=_switches(mistake),
        mistake=mistake.value if mistake else "",
        differences=sum(cell.mistaken is not None for row in rows for cell in row.cells),
        links=_links(scene),
        password=PASSWORD,
        notice=notice,
    )


def _source(name: str) -> str:
    sources = {"window": "returns policy, section 4", "shipping": "returns policy, section 3", "note": "a memory note"}
    return sources.get(name) or next(real.title for real in REAL if real.slug == name)


def _column(scene: Scene, role: Role, uids: list[UUID], mistake: Mistake | None) -> list[Cell]:
    if role is VISITOR:
        return [_cell(role, decision, decision.state, n, {}) for n, decision in enumerate(_unknown(uids))]
    viewer = principal(role.username)
    decided = {decision.citation: decision for decision in service.decisions(viewer=viewer, citations=uids)}
    wrong = mistakes.verdicts(mistake=mistake, scene=scene, viewer=viewer, citations=uids) if mistake else {}
    names = _names(decided.values())
    return [_cell(role, decided[uid], wrong.get(uid, decided[uid].state), n, names) for n, uid in enumerate(uids)]


def _unknown(uids: list[UUID]) -> tuple[Decision, ...]:
    """The wiki is not declared public, so who is not known there gets no state at all (DESIGN rule 13)."""
    return policy.undecidable(tuple(uids))


def _cell(role: Role, decision: Decision, shown: State, number: int, names: Names) -> Cell:
    anchor = f"badge-{role.username or 'visitor'}-{number}"
    address = citation_address(citation=decision.citation)
    truth = badge(state=decision.state, anchor=anchor, address=address)
    mistaken = badge(state=shown, anchor=f"{anchor}-wrong", address=address) if shown is not decision.state else None
    return Cell(role.label, truth, mistaken, _trace(decision, names), _stages(decision))


def _trace(decision: Decision, names: Names) -> tuple[Step, ...]:
    return tuple(
        Step(
            names.get(finding.source, "the citation"),
            found(cause=finding.cause, compared=decision.readable),
        )
        for finding in decision.findings
    )


def _stages(decision: Decision) -> str:
    if decision.state is State.UNVERIFIED:
        return "Nobody we know is looking, so nothing was asked. Only sites registered as public answer visitors."
    if decision.readable:
        return "Every source may be read, so the passages were compared."
    return "Not every source may be read, so nothing was compared."


def _names(decided: Iterable[Decision]) -> Names:
    """What every source of these decisions is called, in two queries."""
    sources = [finding.source.partition(":")[::2] for decision in decided for finding in decision.findings]
    spans = Span.objects.select_related("version__document__head__metadata").filter(pk__in=_ids(sources, "span"))
    answers = Answer.objects.filter(pk__in=_ids(sources, "derived"))
    return {f"span:{span.pk}": _span_name(span) for span in spans} | {
        f"derived:{answer.pk}": answer.kind.replace("_", " ") for answer in answers
    }


def _ids(sources: list[tuple[str, str]], kind: str) -> set[int]:
    return {int(id_) for found, id_ in sources if found == kind}


def _span_name(span: Span) -> str:
    metadata = span.version.document.head.metadata
    return f"{metadata.title if metadata else 'document'}, version {span.version.number}"


def _groups(scene: Scene, told: dict[str, str]) -> tuple[ControlGroup, ...]:
    effects = _next_versions(scene)
    groups: dict[str, list[Control]] = {}
    for action in ACTIONS:
        name = action.name
        control = Control(name, action.label, effects.get(name, action.effect), told.get(name, ""))
        groups.setdefault(action.group, []).append(control)
    return tuple(ControlGroup(title, tuple(controls)) for title, controls in groups.items())


def _next_versions(scene: Scene) -> dict[str, str]:
    """What the controls of the real documents would publish; nothing where legal may not see one any more."""
    effects, legal = {}, principal("legal")
    for real in REAL:
        with suppress(NotFound):
            effects[f"next-{real.slug}"] = what_comes_next(owner=legal, document=UUID(scene.cast[real.slug]), real=real)
    return effects


def _switches(chosen: Mistake | None) -> tuple[Switch, ...]:
    lab = reverse("lab:board")
    return tuple(
        Switch(*ABOUT[mistake], mistake is chosen, lab if mistake is chosen else f"{lab}?mistake={mistake.value}")
        for mistake in Mistake
    )


def _links(scene: Scene) -> tuple[Link, ...]:
    pages = [Link(f"The {kind} on this site", reverse("web:page", args=[scene.cast[kind]])) for kind in PAGES]
    policy = reverse("web:document", args=[scene.cast["policy"]])
    host = settings.LAB_HOST_ORIGIN
    return (
        *pages,
        Link("The returns policy and its versions", policy),
        Link("The runbook on another site, inline", f"{host}/"),
        Link("The same, framed", f"{host}/framed"),
        Link("How pointers die: what a clean-up does to offsets", reverse("lab:pointers")),
    )
