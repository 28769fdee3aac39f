"""The ledger: spans, answers cut into statements, the citations that bind them, and where they are shown."""

import uuid

from django.conf import settings
from django.db import models

from citeledger.core.statements import FROM_SOURCES, AnswerKind, Role
from citeledger.documents.models import Snapshot, Version
from citeledger.tables.classes import content, control, derived, record
from citeledger.tables.fields import IdArrayField

ANSWER_SUBJECT = "(SELECT uid FROM ledger_answer WHERE id = OLD.answer_id)"
SPAN_SUBJECT = (
    "(SELECT v.uid FROM documents_version v JOIN ledger_span s ON s.version_id = v.id WHERE s.id = OLD.span_id)"
)


@record
class Span(models.Model):
    """Exact characters of an exact version: start and end in code points, end exclusive."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    version = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="spans")
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["version", "start", "end"], name="ledger_span_place"),
            models.CheckConstraint(condition=models.Q(start__lt=models.F("end")), name="ledger_span_not_empty"),
        ]

    def __str__(self) -> str:
        return str(self.uid)


@content(subject_uid=SPAN_SUBJECT)
class SpanText(models.Model):
    """The exact characters, as proved at birth."""

    span = models.OneToOneField(Span, on_delete=models.PROTECT, primary_key=True, related_name="content")
    exact = models.TextField()

    def __str__(self) -> str:
        return f"text of span {self.span_id}"


@record
class Answer(models.Model):
    """A text made of ordered statements: an answer, or a derived text (any other kind). Grants sit on it."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    kind = models.CharField(max_length=20, choices=[(kind.value, kind.value) for kind in AnswerKind])
    writer = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    on_behalf_of = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        permissions = [("read", "Read"), ("manage", "Manage")]

    def __str__(self) -> str:
        return str(self.uid)


@content(subject_uid=ANSWER_SUBJECT)
class AnswerContext(models.Model):
    """How the answer came about: agent and model version, run, question, surface; how many statements were withheld."""

    answer = models.OneToOneField(Answer, on_delete=models.PROTECT, primary_key=True, related_name="context")
    agent = models.CharField(max_length=200, blank=True)
    model_version = models.CharField(max_length=200, blank=True)
    run_id = models.CharField(max_length=200, blank=True)
    question = models.TextField(blank=True)
    surface = models.CharField(max_length=200, blank=True)
    withheld = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"context of {self.answer_id}"


@content(subject_uid=ANSWER_SUBJECT)
class StructureText(models.Model):
    """A heading, a list marker, a fixed phrase or a break between statements."""

    answer = models.ForeignKey(Answer, on_delete=models.PROTECT, related_name="structures")
    position = models.PositiveIntegerField()
    role = models.CharField(max_length=20, choices=[(role.value, role.value) for role in Role])
    text = models.CharField(max_length=200)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["answer", "position"], name="ledger_structure_position")]

    def __str__(self) -> str:
        return f"{self.role} at {self.position}"


@record
class Statement(models.Model):
    """One sentence or clause, addressed (answer uid, ordinal); `position` orders it among all segments."""

    answer = models.ForeignKey(Answer, on_delete=models.PROTECT, related_name="statements")
    ordinal = models.PositiveIntegerField()
    position = models.PositiveIntegerField()
    basis = models.CharField(max_length=20, choices=[(basis.value, basis.value) for basis in FROM_SOURCES])

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["answer", "ordinal"], name="ledger_statement_ordinal"),
            models.UniqueConstraint(fields=["answer", "position"], name="ledger_statement_position"),
            models.CheckConstraint(
                condition=models.Q(basis__in=[basis.value for basis in FROM_SOURCES]),
                name="ledger_statement_from_sources",
            ),
        ]

    def __str__(self) -> str:
        return f"statement {self.ordinal} of {self.answer_id}"


@content(subject_uid=ANSWER_SUBJECT)
class StatementText(models.Model):
    statement = models.OneToOneField(Statement, on_delete=models.PROTECT, primary_key=True, related_name="content")
    answer = models.ForeignKey(Answer, on_delete=models.PROTECT, related_name="+")
    text = models.TextField()

    def __str__(self) -> str:
        return f"text of statement {self.statement_id}"


@content(subject_uid=ANSWER_SUBJECT)
class StatementGround(models.Model):
    """What a computed or absent statement rests on beside its spans, as canonical JSON (`ledger.grounds`).

    An absence names the snapshot that was searched: whoever may not read all of it may not know what was not there.
    """

    statement = models.OneToOneField(Statement, on_delete=models.PROTECT, primary_key=True, related_name="ground")
    answer = models.ForeignKey(Answer, on_delete=models.PROTECT, related_name="+")
    snapshot = models.ForeignKey(Snapshot, on_delete=models.PROTECT, null=True, related_name="+")
    body = models.TextField()

    def __str__(self) -> str:
        return f"ground of statement {self.statement_id}"


@record
class Citation(models.Model):
    """Binds a statement to spans or to derived texts. Its uid is what pages embed."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    statement = models.ForeignKey(Statement, on_delete=models.PROTECT, related_name="citations")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.uid)


@record
class Rebinding(models.Model):
    """A citation made by binding the words of an older one to another place. Ids alone, so it outlives both texts."""

    citation = models.OneToOneField(Citation, on_delete=models.PROTECT, related_name="rebinding")
    origin = models.ForeignKey(Citation, on_delete=models.PROTECT, related_name="rebindings")
    at = models.DateTimeField()

    class Meta:
        # Older, so also another one, and never in a circle: ids are given in order.
        constraints = [
            models.CheckConstraint(condition=models.Q(origin__lt=models.F("citation")), name="ledger_rebinding_older")
        ]

    def __str__(self) -> str:
        return f"{self.citation_id} in place of {self.origin_id}"


@content(subject_uid=ANSWER_SUBJECT)
class CitationSpan(models.Model):
    """A direct edge from a citation to a span. Lineage lives and dies with its text.

    `as_of`: the statement speaks of that version on purpose, and is not followed to later ones.
    """

    citation = models.ForeignKey(Citation, on_delete=models.PROTECT, related_name="span_edges")
    answer = models.ForeignKey(Answer, on_delete=models.PROTECT, related_name="+")
    position = models.PositiveIntegerField()
    span = models.ForeignKey(Span, on_delete=models.PROTECT, related_name="+")
    as_of = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["citation", "span"], name="ledger_citation_span")]

    def __str__(self) -> str:
        return f"{self.citation_id} -> span {self.span_id}"


@content(subject_uid=ANSWER_SUBJECT)
class CitationDerived(models.Model):
    """A direct edge from a citation to a derived text: it takes all citations of that text."""

    citation = models.ForeignKey(Citation, on_delete=models.PROTECT, related_name="derived_edges")
    answer = models.ForeignKey(Answer, on_delete=models.PROTECT, related_name="+")
    position = models.PositiveIntegerField()
    derived = models.ForeignKey(Answer, on_delete=models.PROTECT, related_name="dependents")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["citation", "derived"], name="ledger_citation_derived")]

    def __str__(self) -> str:
        return f"{self.citation_id} -> derived text {self.derived_id}"


@content(subject_uid="OLD.uid")
class Attestation(models.Model):
    """A person's dated "this still holds" about a citation whose source changed: shown beside its state, never in it.

    `seen` is canonical JSON (`ledger.attestations`): what the person saw of every passage it rests on. It holds
    lineage, so it is erased with the citation's answer and with any text that answer rests on.
    """

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    citation = models.ForeignKey(Citation, on_delete=models.PROTECT, related_name="attestations")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    note = models.TextField()
    seen = models.TextField()
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"attestation of {self.citation_id}"


@derived
class Closure(models.Model):
    """For one citation, the ids of all original spans and of all derived texts it rests on. No row: `unavailable`.

    `span_ids` are followed to later versions; `bound_ids` are bound to theirs on every path. `absence_ids` are the
    statements of absence it rests on, itself among them: each stands for the documents of its snapshot.
    """

    citation = models.OneToOneField(Citation, on_delete=models.PROTECT, primary_key=True, related_name="closure")
    span_ids = IdArrayField()
    bound_ids = IdArrayField(default=list)
    derived_ids = IdArrayField()
    absence_ids = IdArrayField(default=list)
    depth = models.PositiveSmallIntegerField()

    def __str__(self) -> str:
        return f"closure of {self.citation_id}"


@control
class Page(models.Model):
    """A host's runbook, ticket or thread: where citations are shown, never who looked."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    surface = models.ForeignKey("acl.Surface", on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=10, choices=[(kind, kind) for kind in ("runbook", "ticket", "thread")])
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    host_reference = models.CharField(max_length=300)
    title = models.CharField(max_length=300)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["surface", "host_reference"], name="ledger_page_reference")]

    def __str__(self) -> str:
        return str(self.uid)


@control
class PageCitation(models.Model):
    """Pages embed any uid, known or not, so this holds the uid and no foreign key (threat T39)."""

    page = models.ForeignKey(Page, on_delete=models.CASCADE, related_name="citations")
    position = models.PositiveIntegerField()
    citation_uid = models.UUIDField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["page", "position"], name="ledger_page_position")]

    def __str__(self) -> str:
        return f"{self.page_id} at {self.position}"
