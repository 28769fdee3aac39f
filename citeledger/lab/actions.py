"""What the person running the lab can do to the world: each is the real service, called as the one who would do it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from acl.rights import Right
from acl.services import grant, revoke
from citeledger.core.refusals import Conflict, Forbidden, NotFound, Refused
from citeledger.documents import queries
from citeledger.documents.metadata import Metadata
from citeledger.documents.services import create_document, publish_version, retire, supersede, withdraw
from citeledger.lab import curtain, story, texts
from citeledger.lab.host import tell_host
from citeledger.lab.models import Scene
from citeledger.lab.people import STAFF_HOLDER, principal
from citeledger.lab.standing import standing
from citeledger.ledger.services import erase_answer


class CannotNow(Exception):
    """The world no longer allows this (retired, gone, or changed in another window): look again, or start again."""


@dataclass(frozen=True, slots=True)
class Action:
    """A control of the lab: `label` on the button, `effect` below it, `group` the heading it stands under."""

    name: str
    group: str
    label: str
    effect: str
    run: Callable[[Scene, datetime], None]


def action_named(name: str) -> Action | None:
    """The control of this name; None for any other word."""
    return next((action for action in ACTIONS if action.name == name), None)


def perform(*, name: str, now: datetime) -> bool:
    """Do it to the world on stage; say whether that changed anything.

    Raises `CannotNow`, and LookupError for a name that is not an action.
    """
    action, scene = action_named(name), story.current_scene()
    if action is None or scene is None:
        raise LookupError(name)
    before = standing(scene)
    try:
        with transaction.atomic():
            action.run(scene, now)
    except (NotFound, Forbidden, Conflict, Refused, KeyError) as gone:
        raise CannotNow(action.label) from gone
    return standing(story.current_scene() or scene) != before


def _policy_edit(**flags: int | bool) -> Callable[[Scene, datetime], None]:
    def run(scene: Scene, now: datetime) -> None:
        scene.flags = {**scene.flags, **flags}
        legal, policy = principal("legal"), UUID(scene.cast["policy"])
        publish_version(
            actor=legal,
            document=policy,
            data=texts.policy_text(**scene.flags).encode(),
            media_type="text/markdown",
            expected=queries.document(viewer=legal, uid=policy).version,
            at=now,
        )
        scene.save(update_fields=["flags"])

    return run


def _policy_right(change: Callable[..., None]) -> Callable[[Scene, datetime], None]:
    def run(scene: Scene, now: datetime) -> None:
        policy = UUID(scene.cast["policy"])
        change(actor=principal("legal"), document=policy, right=Right.READ, holder=STAFF_HOLDER, at=now)

    return run


def _retire(scene: Scene, now: datetime) -> None:
    retire(actor=principal("legal"), document=UUID(scene.cast["policy"]), at=now)


def _supersede(scene: Scene, now: datetime) -> None:
    legal, policy = principal("legal"), UUID(scene.cast["policy"])
    if queries.document(viewer=legal, uid=policy).superseded_by:
        return
    metadata = Metadata(title="Northstar returns policy, second edition", language="en")
    newer = create_document(actor=legal, metadata=metadata, at=now)
    publish_version(
        actor=legal, document=newer, data=texts.SUCCESSOR.encode(), media_type="text/markdown", expected=None, at=now
    )
    grant(actor=legal, document=newer, right=Right.READ, holder=STAFF_HOLDER, at=now)
    supersede(actor=legal, document=policy, by=newer, effective_from=now, at=now)
    scene.cast = {**scene.cast, "successor": str(newer)}
    scene.save(update_fields=["cast"])


def _withdraw(scene: Scene, now: datetime) -> None:
    """Withdraw the version the runbook cites; a later one has to be there, so that the policy still has a text."""
    legal, policy = principal("legal"), UUID(scene.cast["policy"])
    if len(queries.versions(viewer=legal, document=policy)) == 1:
        _policy_edit(elsewhere=True)(scene, now)
    first = min(queries.versions(viewer=legal, document=policy), key=lambda version: version.number)
    withdraw(actor=legal, version=first.uid, at=now)


def _delete_note(scene: Scene, now: datetime) -> None:
    erase_answer(actor=principal("legal"), answer=UUID(scene.cast["note"]), at=now)


def _make_note(scene: Scene, now: datetime) -> None:
    scene.cast = {**scene.cast, **story.make_note(cast=scene.cast, now=now)}
    scene.save(update_fields=["cast"])
    tell_host(scene)


def _next_edition(real: story.Real) -> Callable[[Scene, datetime], None]:
    def run(scene: Scene, now: datetime) -> None:
        document = UUID(scene.cast[real.slug])
        if not story.publish_next(owner=principal("legal"), document=document, real=real, now=now):
            raise NotFound

    return run


def _start_again(_: Scene, now: datetime) -> None:
    fresh = story.tell(now=now)
    curtain.fall(on_stage=fresh, now=now)
    tell_host(fresh)


EDITS, RIGHTS, ENDINGS, NOTE, HISTORY, STAGE = (
    "Legal edits the returns policy",
    "Who may read it",
    "What can become of it",
    "The memory note",
    "Real documents, real edits",
    "The stage",
)
ACTIONS: tuple[Action, ...] = (
    Action("window", EDITS, "Section 4: 30 days become 14", "the cited sentence changes", _policy_edit(days=14)),
    Action("back", EDITS, "Section 4: back to 30 days", "the cited sentence returns", _policy_edit(days=30)),
    Action("spacing", EDITS, "Re-wrap section 4", "line breaks and spaces only", _policy_edit(spaced=True)),
    Action(
        "elsewhere",
        EDITS,
        "Section 3: reword the shipping",
        "the same page, another passage",
        _policy_edit(elsewhere=True),
    ),
    Action("receipt", EDITS, "Section 3: receipts only", "the memory note rests on this", _policy_edit(receipt=True)),
    Action("revoke", RIGHTS, "Revoke the staff group", "support and manager lose it", _policy_right(revoke)),
    Action("grant", RIGHTS, "Grant it again", "at the next look they have it back", _policy_right(grant)),
    Action("retire", ENDINGS, "Retire the policy", "it ends, for everybody", _retire),
    Action("supersede", ENDINGS, "Supersede it by a second edition", "another document takes its place", _supersede),
    Action("withdraw", ENDINGS, "Withdraw the cited version", "never shown or compared again", _withdraw),
    Action("note", NOTE, "Write another note", "it replaces the one before: policy + restricted draft", _make_note),
    Action("forget", NOTE, "Delete the note", "what rests on it goes with it", _delete_note),
    *(
        Action(
            f"next-{real.slug}",
            HISTORY,
            f"Next version: {real.title}",
            "as it was edited",
            _next_edition(real),
        )
        for real in story.REAL
    ),
    Action("again", STAGE, "Start again", "a fresh world; the old one stays recorded, out of sight", _start_again),
)
