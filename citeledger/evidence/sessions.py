"""Sessions against the log: every step follows the one before, and every emission says what came before it."""

from collections.abc import Callable, Iterator
from uuid import UUID

from citeledger.emission import steps
from citeledger.emission.kinds import StepKind
from citeledger.emission.models import EmissionSession, SessionAnswer, SessionStep
from citeledger.evidence.problems import NOBODY, Problem
from citeledger.evidence.rows import Walk
from citeledger.log.models import Erasure
from citeledger.log.services import Json

Compare = Callable[[str, UUID, str, dict[str, Json]], Iterator[Problem]]


def sessions(compare: Compare) -> Iterator[Problem]:
    """`compare` says what differs between a record (kind, uid) and the fact of this kind with this body."""

    def session(row: EmissionSession) -> Iterator[Problem]:
        if Erasure.objects.filter(subject_uid=row.uid).exists():  # the records that stayed are what the fact says
            answers = row.answers.values_list("answer__uid", flat=True)
            body = steps.describe_erased_session(row, answers=answers)
            yield from compare("session", row.uid, steps.SESSION_ERASED, body)
            return
        yield from compare("session", row.uid, steps.SESSION_OPENED, steps.describe_session(row))
        if not _follow_one_another(row):
            yield Problem("session", str(row.uid), "its steps do not follow one another")

    def emission(row: SessionAnswer) -> Iterator[Problem]:
        if Erasure.objects.filter(subject_uid=row.session.uid).exists():
            return
        step = row.session.steps.filter(kind=StepKind.EMITTED.value, subject=row.answer.uid).first()
        if step is None:
            yield Problem("emission", str(row.answer.uid), "no step of its session says so")
        elif not Erasure.objects.filter(subject_uid=row.answer.uid).exists():
            fact = steps.describe_emission(row, step=step)
            yield from compare("emission", row.answer.uid, steps.ANSWER_EMITTED, fact)

    opened = EmissionSession.objects.select_related("writer", "on_behalf_of")
    yield from Walk(rows=opened, record="session", reach=lambda _: NOBODY).problems(session)
    emitted = SessionAnswer.objects.select_related("answer", "session")
    yield from Walk(rows=emitted, record="emission", reach=lambda _: NOBODY).problems(emission)


def _follow_one_another(session: EmissionSession) -> bool:
    before, ordinal = "", -1
    for ordinal, step in enumerate(SessionStep.objects.filter(session=session).order_by("ordinal")):
        if step.ordinal != ordinal or step.digest != steps.digest(step, session=session.uid, before=before):
            return False
        before = step.digest
    return ordinal >= 0  # it was opened
