"""What operators read about people and rights, and what everybody reads about their own surfaces."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from acl import queries, services
from acl.models import InstallationGrant
from acl.queries import Grant, Holder, InstallationHolding
from acl.rights import InstallationRight, Right
from acl.surfaces import SurfaceDraft, register_surface
from citeledger.core.refusals import NotFound
from tests import cast
from tests.cast import AT, Cast
from tests.ground.databases import BuiltOnce


@pytest.fixture(scope="module")
def _people(built_once: BuiltOnce) -> Cast:
    return built_once(cast.make_cast)


@pytest.fixture
def people(_people: Cast, db: None) -> Cast:
    return _people


class TestOnePerson:
    def test_is_read_by_operators(self, people: Cast) -> None:
        found = queries.person(viewer=people.superuser, uid=people.support.uid)
        assert (found.username, found.groups) == ("support", ("staff",))

    def test_is_nobody_to_others_and_unknown_to_operators(self, people: Cast) -> None:
        for viewer, uid in ((people.support, people.legal.uid), (people.superuser, uuid4())):
            with pytest.raises(NotFound):
                queries.person(viewer=viewer, uid=uid)


class TestInstallationRights:
    def test_superusers_operate_and_hold_the_others_by_grant_alone(self, people: Cast) -> None:
        assert queries.installation_rights(principal=people.superuser) == {InstallationRight.OPERATE}
        assert queries.installation_rights(principal=people.auditor) == {InstallationRight.AUDIT}
        assert queries.installation_rights(principal=people.anonymous) == frozenset()

    def test_the_shut_out_hold_none(self, people: Cast) -> None:
        for gone in (people.superuser, people.auditor):
            people.deactivate(gone)
            assert queries.installation_rights(principal=gone) == frozenset()

    def test_operators_see_who_was_granted_them(self, people: Cast) -> None:
        staff = Holder("group", "staff")
        services.grant_installation(actor=people.superuser, right=InstallationRight.OPERATE, holder=staff, at=AT)
        assert queries.installation_grants(viewer=people.support) == (
            InstallationHolding(InstallationRight.AUDIT, Holder("user", "auditor")),
            InstallationHolding(InstallationRight.OPERATE, staff),
        )
        InstallationGrant.objects.filter(right="operate").delete()
        with pytest.raises(NotFound):
            queries.installation_grants(viewer=people.support)


class TestGrantsOnADocument:
    def test_an_operator_sees_them_without_reading_the_document(self, people: Cast) -> None:
        document = cast.make_document(owner=people.legal, readers=[])
        held = queries.grants_on(viewer=people.superuser, document=document)
        assert held == tuple(sorted((Grant(right, Holder("user", "legal")) for right in Right), key=lambda g: g.right))

    def test_a_document_that_never_was_is_unknown_to_operators_too(self, people: Cast) -> None:
        with pytest.raises(NotFound):
            queries.grants_on(viewer=people.superuser, document=uuid4())

    def test_hidden_and_unknown_cost_the_same(self, people: Cast) -> None:
        costs = []
        for document in (cast.make_document(owner=people.legal, readers=[]), uuid4()):
            with CaptureQueriesContext(connection) as asked, pytest.raises(NotFound):
                queries.grants_on(viewer=people.support, document=document)
            costs.append(len(asked))
        assert costs[0] == costs[1]


class TestSurfacesOf:
    @pytest.fixture(autouse=True)
    def surfaces(self, people: Cast) -> None:
        services.create_group(actor=people.superuser, name="others", at=AT)
        for name, group in (("wiki", "staff"), ("tickets", "others"), ("blog", "")):
            draft = SurfaceDraft(name=name, origins=(), allowed_group=group)
            register_surface(actor=people.superuser, draft=draft, at=AT)

    @pytest.mark.parametrize(
        ("who", "names"),
        [
            ("support", ["blog", "wiki"]),
            ("contractor", ["blog"]),
            ("superuser", ["blog", "tickets", "wiki"]),
            ("anonymous", []),
        ],
    )
    def test_are_the_open_ones_and_those_of_ones_groups(self, people: Cast, who: str, names: list[str]) -> None:
        assert [found.name for found in queries.surfaces_of(principal=getattr(people, who))] == names

    def test_are_none_for_the_shut_out(self, people: Cast) -> None:
        assert queries.surfaces_of(principal=people.deactivate(people.support)) == ()
