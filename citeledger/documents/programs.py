"""Text that a program published and no person adopted: what says so wherever that text is shown (ADR 17)."""

from collections.abc import Iterable
from uuid import UUID

from django.db.models import Case, CharField, Exists, F, OuterRef, Q, When

from citeledger.core.principals import Kind
from citeledger.documents.models import Adoption, Version


def by_a_program(version: str) -> Q:
    """That a service published the version that `version` leads to ("" or a path with "__" at its end).

    And that nobody adopted it. An adoption is of all renditions of a number: they are one file, read again.
    """
    adopted = Adoption.objects.filter(
        version__document=OuterRef(f"{version}document"), version__number=OuterRef(f"{version}number")
    )
    return Q(**{f"{version}author__kind": Kind.SERVICE.value}) & ~Q(Exists(adopted))


def same_text_before(version: str, *, author: int | None) -> Q:
    """That the author, a program, published the letters or the bytes of that version before, and nobody adopted it."""
    own = Version.objects.filter(by_a_program(""), author=author, pk__lt=OuterRef(f"{version}pk"))
    same = Q(content__letters__sha256=OuterRef(f"{version}content__letters__sha256")) | Q(
        source__sha256=OuterRef(f"{version}source__sha256")
    )
    return Q(Exists(own.filter(same)))


def program_of(version: str) -> Case:
    """The username of that service; None where the version is a person's, or adopted."""
    return Case(When(by_a_program(version), then=F(f"{version}author__username")), output_field=CharField())


def programs_of(*, versions: Iterable[UUID | None]) -> dict[UUID, str]:
    """The same for lists, by version; nothing for versions of persons and adopted ones.

    For versions their asker was just shown: who may read one reads who published it. One statement, whatever is named.
    """
    named = {uid for uid in versions if uid is not None} or {UUID(int=0)}  # asked for none, it asks all the same
    return dict(Version.objects.filter(by_a_program(""), uid__in=named).values_list("uid", "author__username"))
