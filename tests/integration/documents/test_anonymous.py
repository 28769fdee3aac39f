"""Nobody writes anonymously, whatever is granted to `anyone`: a record names its author."""

from collections.abc import Callable
from uuid import UUID

import pytest

from acl import services as rights
from acl.queries import Holder
from acl.rights import ANYONE, Right
from citeledger.core.principals import ANONYMOUS
from citeledger.core.refusals import NotFound
from citeledger.documents import services
from citeledger.documents.metadata import Metadata
from citeledger.documents.queries import document as document_view
from citeledger.emission.services import mint_span
from tests.integration.documents.cast import AT, LATER, POLICY, create, publish, refusal
from tests.integration.documents.conftest import Story

Act = Callable[[Story, UUID], object]

WRITES: dict[str, Act] = {
    "edit the text": lambda story, _: publish(ANONYMOUS, story.document, b"mine\n", expected=story.version),
    "edit nothing": lambda story, _: publish(ANONYMOUS, story.document, expected=story.version),
    "edit the details": lambda story, _: services.update_metadata(
        actor=ANONYMOUS, document=story.document, metadata=Metadata(title="Mine"), expected=1, at=AT
    ),
    "retire": lambda story, _: services.retire(actor=ANONYMOUS, document=story.document, at=AT),
    "supersede": lambda story, other: services.supersede(
        actor=ANONYMOUS, document=story.document, by=other, effective_from=LATER, at=AT
    ),
    "withdraw": lambda story, _: services.withdraw(actor=ANONYMOUS, version=story.version, at=AT),
    "cite": lambda story, _: mint_span(
        writer=ANONYMOUS, version=story.version, start=0, end=9, exact=POLICY[:9].decode(), at=AT
    ),
}


@pytest.fixture
def open_story(story: Story) -> Story:
    """Every right on the document is granted to anyone."""
    for right in Right:
        rights.grant(actor=story.alice, document=story.document, right=right, holder=Holder("group", ANYONE), at=AT)
    return story


@pytest.mark.parametrize("act", WRITES.values(), ids=WRITES.keys())
def test_the_anonymous_read_and_do_nothing_else(open_story: Story, act: Act) -> None:
    other = create(open_story.alice)
    rights.grant(actor=open_story.alice, document=other, right=Right.READ, holder=Holder("group", ANYONE), at=AT)
    assert refusal(lambda: act(open_story, other)) == "Forbidden"


def test_the_anonymous_are_offered_reading_alone(open_story: Story) -> None:
    assert document_view(viewer=ANONYMOUS, uid=open_story.document).rights == {Right.READ}


def test_the_anonymous_grant_nothing(open_story: Story) -> None:
    with pytest.raises(NotFound):
        rights.grant(
            actor=ANONYMOUS, document=open_story.document, right=Right.READ, holder=Holder("user", "mallory"), at=AT
        )


def test_a_withdrawn_version_is_unknown_to_the_anonymous(open_story: Story) -> None:
    services.withdraw(actor=open_story.alice, version=open_story.version, at=AT)
    assert refusal(lambda: WRITES["withdraw"](open_story, open_story.document)) == "NotFound"
