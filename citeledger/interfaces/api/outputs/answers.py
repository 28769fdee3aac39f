"""Spans, answers and the pages that show them."""

from collections.abc import Collection
from typing import Any, Final
from uuid import UUID

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.serializers import (
    CharField,
    ChoiceField,
    DateTimeField,
    IntegerField,
    ListField,
    SerializerMethodField,
    UUIDField,
)

from citeledger.core.statements import FROM_SOURCES
from citeledger.core.states import ADVICE_OF, READING_ORDER, Advice
from citeledger.interfaces.api.outputs.shape import Shape
from revalidation.views import AnswerView, PageView, StatementView, StructureView

STATES: Final = tuple(state.value for state in READING_ORDER)
BASES: Final = tuple(basis.value for basis in FROM_SOURCES)
ADVICE: Final = tuple(advice.value for advice in Advice)


class Span(Shape):
    """Offsets in code points, whatever the unit they were sent in. The text is not repeated.

    `published_by_yourself`: you are a program, published that version, and nobody adopted it. Nothing you record can
    rest on the span while that is so (`own_publication`); people may cite it.
    """

    uid = UUIDField()
    version = UUIDField()
    start = IntegerField()
    end = IntegerField()
    published_by_yourself = SerializerMethodField()

    def get_published_by_yourself(self, span: Any) -> bool:
        """Whether the one it was minted for published its version."""
        own: Collection[UUID] = self.context["own"]  # versions
        return span.version in own


class Spans(Shape):
    """In the order of the request."""

    spans = Span(many=True)


class Withheld(Shape):
    """A statement that was not recorded: where it stood in the request, and the code a refusal would have had."""

    at = CharField()
    code = CharField()
    detail = CharField()


class KeptAnswer(Shape):
    """What is kept of the reply to a recording: what stays."""

    uid = UUIDField()
    citations = ListField(child=UUIDField())
    withheld = Withheld(many=True)


class AnswerItem(Shape):
    """`question` is empty where you may read none of the statements, unless you wrote it."""

    uid = UUIDField()
    kind = CharField()
    writer = CharField()
    question = CharField()
    at = DateTimeField()


class AsOf(Shape):
    """A version a statement speaks of on purpose, and when that took effect."""

    version = UUIDField()
    number = IntegerField()
    at = DateTimeField()


class Segment(Shape):
    """A statement, or structure. `text` and `basis` are null where the statement's source is not available to you.

    `text` is null beside every other state but `current`, too, unless all texts are asked for. `advice`: what to do.
    `bases_below`: the bases in the texts it rests on, weakest first. `handed_basis`: that of the same words in the text
    that was handed over.
    """

    type = ChoiceField(choices=("statement", "structure"))
    role = CharField(allow_null=True)
    text = CharField(allow_null=True)
    citation = UUIDField(allow_null=True)
    state = ChoiceField(choices=STATES, allow_null=True)
    advice = ChoiceField(choices=ADVICE, allow_null=True)
    basis = CharField(allow_null=True)
    as_of = AsOf(many=True)
    bases_below = ListField(child=ChoiceField(choices=BASES))
    handed_basis = ChoiceField(choices=BASES, allow_null=True)

    def to_representation(self, view: StatementView | StructureView) -> dict[str, Any]:
        """One shape for both, so that a program needs no case for each."""
        if isinstance(view, StructureView):
            said = {"type": "structure", "role": view.role, "text": view.text, "as_of": [], "bases_below": []}
            return dict.fromkeys(self.fields) | said
        return dict.fromkeys(self.fields) | {
            "type": "statement",
            "text": view.text,
            "citation": str(view.citation),
            "state": view.state.value,
            "advice": ADVICE_OF[view.state].value,
            "basis": view.basis,
            "as_of": AsOf(view.as_of, many=True).data,
            "bases_below": list(view.below),
            "handed_basis": view.handed,
        }


class Answer(Shape):
    """`withheld` counts sentences that its writer sent with it and that were not recorded, as unproved.

    `handed_withheld` counts those of the text that was handed over, where this one was made from one.

    `question` and `agent` are empty where you may read none of the statements, unless you wrote it.

    `session`: the session of yours from which it was emitted; its steps say what came first. Null for everybody else.
    """

    uid = UUIDField()
    session = SerializerMethodField(allow_null=True)
    kind = CharField()
    writer = CharField()
    on_behalf_of = CharField(allow_null=True)
    question = CharField()
    agent = CharField()
    at = DateTimeField()
    segments = Segment(many=True)
    withheld = IntegerField()
    handed_withheld = IntegerField()

    def get_session(self, _view: AnswerView) -> UUID | None:
        """Asked by whoever shows the answer, for its reader."""
        session: UUID | None = self.context["session"]
        return session


class PageItem(Shape):
    uid = UUIDField()
    kind = CharField()
    title = CharField()
    host_reference = CharField()
    surface = CharField()
    at = DateTimeField()


class Rebound(Shape):
    citation = UUIDField()
    to = UUIDField()


class Page(Shape):
    """Where citations are shown, and what they say to you.

    `rebound` is for the owner of the page: citations of it that were bound to another place, with the newest such one.
    """

    page = PageItem()
    statements = Segment(many=True)
    rebound = serializers.SerializerMethodField()

    @extend_schema_field(Rebound(many=True))
    def get_rebound(self, view: PageView) -> list[dict[str, str]]:
        """In the order of the page, each citation once."""
        shown = dict.fromkeys(statement.citation for statement in view.statements)
        return [{"citation": str(uid), "to": str(view.rebound[uid])} for uid in shown if uid in view.rebound]
