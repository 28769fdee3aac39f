"""Content against its record and against erasures: nothing without an owner, nothing back that was erased."""

from collections.abc import Iterator
from uuid import UUID

from django.db import connection, models
from django.db.models import Exists, OuterRef

from citeledger.evidence import reach
from citeledger.evidence.problems import Problem
from citeledger.log.models import Erasure, LogDetail
from citeledger.tables.classes import CLASSIFICATIONS, TableClass
from revalidation.decisions import ORIGINAL_READ, TRACE_READ

_LOOKED_AT = (ORIGINAL_READ, TRACE_READ)
"""Facts that a look may leave after the erasure, or while it commits."""


def orphans() -> Iterator[Problem]:
    """Every row of evidence belongs to rows that are there: foreign keys can be switched off, and were not proved."""
    for model, classification in CLASSIFICATIONS.items():
        if classification.table_class in (TableClass.RECORD, TableClass.CONTENT):
            for field in model._meta.concrete_fields:
                if isinstance(field, models.ForeignKey):
                    yield from _without(model, field)


def _without(model: type[models.Model], field: "models.ForeignKey[models.Model, models.Model]") -> Iterator[Problem]:
    owners: models.QuerySet[models.Model] = models.QuerySet(field.related_model).filter(pk=OuterRef(field.attname))
    rows: models.QuerySet[models.Model] = models.QuerySet(model).exclude(**{field.attname: None})
    for pk in rows.filter(~Exists(owners)).values_list("pk", flat=True).iterator():
        yield Problem(_name(model), f"row {pk}", f"its {field.name} is not there")


def erased() -> Iterator[Problem]:
    """No content stands of which an erasure says that it is gone. Named by whose it was."""
    for model, classification in CLASSIFICATIONS.items():
        if model is LogDetail:
            yield from _told_again()
        elif classification.subject_uid:
            yield from _standing(model, classification.subject_uid)


def _standing(model: type[models.Model], subject_uid: str) -> Iterator[Problem]:
    """Asked in the words of the guard that lets an erasure through: they speak of the row as OLD."""
    owned = f'SELECT {subject_uid} AS subject FROM "{model._meta.db_table}" AS old'
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT DISTINCT subject FROM ({owned}) owned WHERE subject IN (SELECT subject_uid FROM log_erasure)"
        )
        subjects = [UUID(str(subject)) for (subject,) in cursor.fetchall()]
    for subject in subjects:
        yield Problem(_name(model), str(subject), "stands although it was erased", reach.of_subject(subject))


def _told_again() -> Iterator[Problem]:
    """Of an erased subject the log keeps what its erasure says, and who looked."""
    gone = Erasure.objects.filter(subject_uid=OuterRef("entry__subject_uid"))
    rows = LogDetail.objects.filter(Exists(gone)).exclude(entry__kind__endswith="_erased")
    told = rows.exclude(entry__kind__in=_LOOKED_AT).values_list("entry__subject_uid", "entry__kind").distinct()
    for subject, kind in told.iterator():
        yield Problem("log detail", str(subject), f"{kind} stands although it was erased", reach.of_subject(subject))


def _name(model: type[models.Model]) -> str:
    return str(model._meta.verbose_name)
