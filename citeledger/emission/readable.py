"""Which statements of a text somebody may read with all they rest on, whatever it is that they rest on."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from acl.expressions import Granted
from acl.queries import readable_answers
from acl.rights import Right
from citeledger.core.lineage import ABSENCE_CAP, SPAN_CAP, Closure
from citeledger.core.principals import Principal
from citeledger.core.refusals import Refused
from citeledger.documents.models import SnapshotMember
from citeledger.documents.standing import stands
from citeledger.ledger.models import Span, StatementGround
from citeledger.ledger.queries import closures_of
from citeledger.tables.expressions import Ids


def readable_citations(*, reader: Principal, text_id: int) -> frozenset[UUID]:
    """The citations of a text that the reader may read with all they rest on; none if the text or lineage is gone.

    Six statements, whatever the answer. Raises Refused (`lineage_too_large`): nothing may rest on this text.
    """
    closures = closures_of(text_id=text_id)
    complete = [closure for closure in closures.values() if closure is not None]
    needed = _Ids.of(complete) | _Ids(texts=frozenset({text_id}))
    if len(needed.spans) > SPAN_CAP or len(needed.absences) > ABSENCE_CAP:
        raise Refused("lineage_too_large", "It rests on more than one citation may rest on.", "envelope")
    read = _readable(reader, needed)
    if len(complete) < len(closures) or text_id not in read.texts:
        return frozenset()
    return frozenset(uid for uid, closure in closures.items() if closure and _Ids.of([closure]) <= read)


def reads_all(
    *, reader: Principal, span_ids: Collection[int], text_ids: Collection[int], absence_ids: Collection[int]
) -> bool:
    """Whether the reader reads everything that these ids stand for. Four statements, whatever the ids."""
    needed = _Ids(frozenset(span_ids), frozenset(text_ids), frozenset(absence_ids))
    return needed <= _readable(reader, needed)


@dataclass(frozen=True, slots=True)
class _Ids:
    """Ids of what citations rest on: spans, derived texts, and the statements whose searches found nothing."""

    spans: frozenset[int] = frozenset()
    texts: frozenset[int] = frozenset()
    absences: frozenset[int] = frozenset()

    @classmethod
    def of(cls, closures: Collection[Closure]) -> "_Ids":
        return cls(
            spans=frozenset().union(*(closure.spans | closure.bound for closure in closures)),
            texts=frozenset().union(*(closure.derived for closure in closures)),
            absences=frozenset().union(*(closure.absences for closure in closures)),
        )

    def __or__(self, other: "_Ids") -> "_Ids":
        return _Ids(self.spans | other.spans, self.texts | other.texts, self.absences | other.absences)

    def __le__(self, other: "_Ids") -> bool:
        return self.spans <= other.spans and self.texts <= other.texts and self.absences <= other.absences


def _readable(reader: Principal, needed: _Ids) -> _Ids:
    texts = readable_answers(principal=reader).filter(pk__in=Ids(needed.texts))
    return _Ids(
        spans=_readable_spans(reader, needed.spans),
        texts=frozenset(texts.values_list("pk", flat=True)),
        absences=_readable_absences(reader, needed.absences),
    )


def _readable_spans(reader: Principal, ids: Collection[int]) -> frozenset[int]:
    standing = Span.objects.filter(stands("version__"), pk__in=Ids(ids), content__isnull=False)
    read = standing.alias(may_read=Granted("version__document_id", right=Right.READ, principal=reader))
    return frozenset(read.filter(may_read=True).values_list("pk", flat=True))


def _readable_absences(reader: Principal, ids: Collection[int]) -> frozenset[int]:
    """Whoever may not read all that was searched may not know what was not there."""
    searched = defaultdict(set)
    grounds = StatementGround.objects.filter(pk__in=Ids(ids), snapshot__isnull=False)
    for ground_id, member_id in grounds.values_list("pk", "snapshot__members__id"):
        searched[ground_id].add(member_id)
    members = SnapshotMember.objects.filter(stands("version__"), snapshot__in=grounds.values("snapshot"))
    read = members.alias(may_read=Granted("document_id", right=Right.READ, principal=reader))
    readable = set(read.filter(may_read=True).values_list("pk", flat=True))
    return frozenset(ground_id for ground_id, member_ids in searched.items() if member_ids <= readable)
