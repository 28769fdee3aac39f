"""A form takes what the service behind it takes, to the character."""

import pytest

from acl.models import ApiToken, User
from acl.names import LONGEST_ACCOUNT_NAME, LONGEST_TOKEN_NAME
from citeledger.documents.metadata import LONGEST, LONGEST_LANGUAGE_TAG
from citeledger.documents.models import DocumentMetadata
from citeledger.emission import shape
from citeledger.interfaces.web import forms
from tests.functional.web.conftest import PASSWORD, SignIn

DETAILS = {"title": "Returns", "language": "en", "status": "draft"}


@pytest.mark.parametrize("field", LONGEST)
def test_details_are_as_long_as_metadata_may_be_and_no_longer(sign_in: SignIn, field: str) -> None:
    client, longest = sign_in("legal"), "x" * LONGEST[field]
    assert client.post("/documents/new", DETAILS | {field: longest}).status_code == 302
    assert getattr(DocumentMetadata.objects.get(), field) == longest
    assert client.post("/documents/new", DETAILS | {field: longest + "x"}).status_code == 422


def test_a_language_tag_is_as_long_as_a_tag_may_be() -> None:
    assert forms.DetailsForm().fields["language"].max_length == LONGEST_LANGUAGE_TAG


def test_a_question_is_as_long_as_a_recorded_one_may_be() -> None:
    assert forms.StatementForm().fields["question"].max_length == shape.QUESTION_LENGTH


def test_an_account_name_fills_its_column(sign_in: SignIn) -> None:
    client, name = sign_in("ada"), "n" * LONGEST_ACCOUNT_NAME
    person = {"kind": "person", "password": PASSWORD}
    assert client.post("/people/new", person | {"username": name}).status_code == 302
    assert client.post("/people/new", person | {"username": name + "n"}).status_code == 422
    assert client.post("/groups/new", {"name": name}).status_code == 302
    assert User._meta.get_field("username").max_length == LONGEST_ACCOUNT_NAME


def test_a_token_name_fills_its_column(sign_in: SignIn) -> None:
    name = "n" * LONGEST_TOKEN_NAME
    sign_in("support").post("/tokens", {"name": name})
    assert ApiToken.objects.get().name == name
    assert sign_in("support").post("/tokens", {"name": name + "n"}).status_code == 422
