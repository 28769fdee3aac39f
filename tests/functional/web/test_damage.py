"""A stored text that fails its proof: calm pages that show nothing of it, and a line in the log that names it."""

import pytest
from django.test import Client
from structlog.testing import capture_logs

from citeledger.documents.models import VersionText
from tests.functional.web.conftest import PASSAGE, SignIn, Story
from tests.integration.evidence.forging import forge

pytestmark = pytest.mark.django_db
FORGED = "Nothing is ever taken back."
DAMAGES = pytest.mark.parametrize(
    "damage",
    [
        {"text": FORGED},
        {"structure": '{"blocks":7}'},
        {"structure": '{"blocks":[["paragraph",0,3]],"headings":[]}'},
    ],
    ids=["text", "unreadable structure", "structure of another text"],
)


def damaged(damage: dict[str, str]) -> None:
    forge(VersionText.objects.all(), **damage)


@DAMAGES
def test_the_page_of_a_citation_is_unverified(story: Story, sign_in: SignIn, damage: dict[str, str]) -> None:
    damaged(damage)
    answer = sign_in("support").get(f"/c/{story.citation}")
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "unverified" in page.lower()
    assert PASSAGE not in page
    assert FORGED not in page


@DAMAGES
def test_the_page_of_a_document_cannot_be_shown(story: Story, sign_in: SignIn, damage: dict[str, str]) -> None:
    damaged(damage)
    support = sign_in("support")
    for address in (f"/documents/{story.document}", f"/documents/{story.document}/versions/{story.version}"):
        with capture_logs() as lines:
            answer = support.get(address)
        assert answer.status_code == 503
        assert "proof failed" in answer.content.decode()
        assert answer["Cache-Control"] == "private, no-store"
        assert {"event": "record_not_proved", "record": "version", "subject": str(story.version)}.items() <= (
            next(line for line in lines if line["event"] == "record_not_proved").items()
        )
        assert FORGED not in str(lines)


def test_the_page_is_the_same_for_every_text(story: Story, sign_in: SignIn) -> None:
    support, bodies = sign_in("support"), set()
    for text in (FORGED, "Something else altogether, at more length."):
        damaged({"text": text})
        bodies.add(support.get(f"/documents/{story.document}").content)
    assert len(bodies) == 1


def test_who_may_not_read_it_sees_what_they_always_see(story: Story, sign_in: SignIn) -> None:
    contractor: Client = sign_in("contractor")
    addresses = (f"/documents/{story.document}", f"/c/{story.citation}")
    before = [contractor.get(address).status_code for address in addresses]
    damaged({"text": FORGED})
    assert [contractor.get(address).status_code for address in addresses] == before
