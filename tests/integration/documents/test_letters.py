"""Digests of letters: derived, so they are made anew from the texts, the same each time (ADR 17)."""

import io
from importlib import import_module

import pytest
from django.apps import apps
from django.core.management import call_command

from citeledger.documents.models import Version, VersionLetters
from citeledger.evidence.letters import letters
from tests import cast
from tests.cast import make_cast

pytestmark = pytest.mark.django_db
ROWS = VersionLetters.objects.order_by("text")


@pytest.fixture
def uid() -> str:
    """A document's second version."""
    owner = make_cast().legal
    document = cast.make_document(owner=owner)
    return str(cast.publish(owner=owner, document=document, text=cast.EDITED))


def found() -> list[str]:
    return [str(problem) for problem in letters()]


def test_the_command_makes_again_what_was_changed_or_lost(uid: str) -> None:
    made = list(ROWS.values_list())
    assert len(made) == Version.objects.count() == 2
    assert found() == []
    last = VersionLetters.objects.filter(text__version__uid=uid)
    wrong = [f"letters of a text {uid}: are not what it amounts to; run rebuild_letters"]
    last.update(sha256="0" * 64)
    assert found() == wrong
    last.delete()
    assert found() == wrong
    said = io.StringIO()
    call_command("rebuild_letters", stdout=said)
    assert said.getvalue() == "letters of 2 texts\n"
    assert list(ROWS.values_list()) == made


def test_texts_that_were_there_before_have_theirs(uid: str) -> None:
    made = list(ROWS.values_list())
    VersionLetters.objects.all().delete()
    import_module("citeledger.documents.migrations.0009_letters").digest_letters(apps, None)
    assert list(ROWS.values_list()) == made
