"""What a program published is told as such, until a person who may edit it stands by it (ADR 17)."""

from uuid import UUID, uuid4

import pytest

from acl.models import User
from acl.queries import principal_named
from acl.rights import Right
from citeledger.core.principals import Kind, Principal
from citeledger.documents import queries, services
from citeledger.documents.models import Adoption, Version
from citeledger.documents.search.indexing import index_owed
from citeledger.documents.search.searching import search
from citeledger.evidence.verification import verify
from citeledger.log.models import LogEntry
from tests.integration.documents.cast import AT, EDITED, LATER, create, give, publish, refusal, somebody
from tests.integration.documents.conftest import Story
from tests.integration.evidence.forging import forge

pytestmark = pytest.mark.django_db


def robot() -> Principal:
    User.objects.create(username="robot", kind=Kind.SERVICE)
    found = principal_named(username="robot")
    assert found is not None
    return found


@pytest.fixture
def written(story: Story) -> UUID:
    """A second version, by a program that may edit."""
    program = robot()
    give(story.alice, story.document, Right.EDIT, program)
    return publish(program, story.document, EDITED, expected=story.version)


def adopt(actor: Principal, version: UUID) -> None:
    services.adopt(actor=actor, version=version, at=LATER)


def told(story: Story) -> set[str | None]:
    """What each reading of the current version says of its program."""
    index_owed()
    document = queries.document(viewer=story.bob, uid=story.document)
    assert document.version
    version = queries.version(viewer=story.bob, uid=document.version)
    rows = {row.uid: row.program for row in queries.versions(viewer=story.bob, document=story.document)}
    (hit,) = search(viewer=story.bob, query="goods", at=LATER).hits
    return {document.program, version.program, rows[version.uid], hit.program}


def damaged() -> set[tuple[str, str]]:
    return {(found.record, found.uid) for found in verify(progress=lambda _step: None)}


def test_a_persons_text_is_nobody_elses(story: Story) -> None:
    assert told(story) == {None}


def test_every_reading_names_the_program_until_a_person_adopts(story: Story, written: UUID) -> None:
    assert told(story) == {"robot"}
    adopt(story.carol, written)
    assert told(story) == {None}


def test_other_versions_are_not_adopted_with_it(story: Story, written: UUID) -> None:
    program = principal_named(username="robot")
    assert program
    later = publish(program, story.document, EDITED + b"More.\n", expected=written)
    adopt(story.carol, written)
    rows = {row.uid: row.program for row in queries.versions(viewer=story.bob, document=story.document)}
    assert rows == {later: "robot", written: None, story.version: None}


def test_another_rendition_of_the_same_file_is(story: Story, written: UUID) -> None:
    adopt(story.carol, written)
    row = Version.objects.get(uid=written)
    kept = {field.name: getattr(row, field.name) for field in Version._meta.concrete_fields}
    again = Version.objects.create(**kept | {"id": None, "uid": uuid4(), "rendition": 2})
    rows = {row.uid: row.program for row in queries.versions(viewer=story.bob, document=story.document)}
    assert rows[again.uid] is None


def test_a_person_who_edits_on_answers_for_the_whole(story: Story, written: UUID) -> None:
    publish(story.carol, story.document, EDITED + b"More.\n", expected=written)
    assert told(story) == {None}


def test_it_is_logged_and_verified(story: Story, written: UUID) -> None:
    adopt(story.carol, written)
    entry = LogEntry.objects.get(kind="version_adopted")
    assert (entry.subject_uid, entry.actor_uid, entry.at) == (written, story.carol.uid, LATER)
    assert damaged() == set()
    forge(Adoption.objects.all(), person=User.objects.get(username="alice"))
    assert ("adoption", str(written)) in damaged()


def test_who_may_not(story: Story, written: UUID) -> None:
    program = principal_named(username="robot")
    assert program
    met = {who.name: refusal(lambda who=who: adopt(who, written)) for who in (story.mallory, story.bob, program)}  # type: ignore[misc]  # bound early
    assert met == {"mallory": "NotFound", "bob": "Forbidden", "robot": "Forbidden"}


def test_nothing_to_adopt(story: Story, written: UUID) -> None:
    assert refusal(lambda: adopt(story.carol, story.version)) == "nothing_to_adopt"
    adopt(story.carol, written)
    assert refusal(lambda: adopt(story.alice, written)) == "nothing_to_adopt"


def test_nor_what_ended(story: Story, written: UUID) -> None:
    assert refusal(lambda: adopt(story.alice, uuid4())) == "NotFound"
    services.withdraw(actor=story.alice, version=written, at=AT)
    assert refusal(lambda: adopt(story.alice, written)) == "NotFound"
    mine = create(story.alice, title="Another")
    give(story.alice, mine, Right.EDIT, principal_named(username="robot") or somebody("nobody"))
    theirs = publish(principal_named(username="robot") or somebody("none"), mine)
    services.retire(actor=story.alice, document=mine, at=AT)
    assert refusal(lambda: adopt(story.alice, theirs)) == "document_retired"
