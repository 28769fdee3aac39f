"""People and groups, for operators: everyone else gets the answer of an address that does not exist."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from acl import queries, services
from acl.managers import unmanaged
from acl.queries import Holder
from acl.rights import InstallationRight
from citeledger.core.principals import Kind, Principal
from citeledger.core.refusals import NotFound, Refused
from citeledger.interfaces.web.console import now, signed_in
from citeledger.interfaces.web.forms import (
    ActivityForm,
    DocumentUidForm,
    GroupForm,
    HolderForm,
    MembershipForm,
    PersonForm,
    show_refusal,
    status_of,
)
from citeledger.interfaces.web.notices import done, notice_of
from citeledger.interfaces.web.presenters.asking import leaving, shutting_out
from citeledger.interfaces.web.presenters.people import people_page, person_page
from citeledger.interfaces.web.presenters.rights import INSTALLATION_RIGHTS, choices
from citeledger.interfaces.web.views.asking import asked, asked_of_holder, is_sure

_CHOICES = choices(columns=INSTALLATION_RIGHTS)
_HOLDER_IDS = "holder_%s"  # two forms of the page ask for a name


class _Change(Protocol):
    def __call__(self, *, actor: Principal, right: InstallationRight, holder: Holder, at: datetime) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class _Forms:
    """The forms of the page of all people; one of them may come back with what was wrong."""

    group: GroupForm = field(default_factory=GroupForm)
    holder: HolderForm = field(default_factory=lambda: HolderForm(rights=_CHOICES, auto_id=_HOLDER_IDS))
    document: DocumentUidForm = field(default_factory=DocumentUidForm)

    @property
    def status(self) -> int:
        return max(status_of(form=form) for form in (self.group, self.holder, self.document))


@require_safe
@signed_in
def people(request: HttpRequest, viewer: Principal) -> HttpResponse:
    """Everybody, all groups, the rights over the installation, and the way to the rights of any document."""
    return _people(request, viewer, _Forms())


def _people(request: HttpRequest, viewer: Principal, forms: _Forms) -> HttpResponse:
    page = people_page(
        people=queries.people(viewer=viewer),
        groups=queries.groups(viewer=viewer),
        holdings=queries.installation_grants(viewer=viewer),
        unmanaged=unmanaged(viewer=viewer),
        notice=notice_of(request=request),
    )
    return render(request, "people/people.html", {"page": page, "forms": forms}, status=forms.status)


@require_POST
@signed_in
def grant_installation(request: HttpRequest, viewer: Principal) -> HttpResponse:
    """Grant a right over the installation to one holder."""
    return _change_installation(request, viewer, services.grant_installation, "granted")


@require_POST
@signed_in
def revoke_installation(request: HttpRequest, viewer: Principal) -> HttpResponse:
    """Revoke a right over the installation from one holder, asked once more before."""
    queries.require_operate(principal=viewer)
    form = HolderForm(request.POST, rights=_CHOICES, auto_id=_HOLDER_IDS)
    place, back = "People and groups", reverse("web:people")
    question = asked_of_holder(request, form, columns=INSTALLATION_RIGHTS, place=place, back=back)
    return question or _change_installation(request, viewer, services.revoke_installation, "revoked")


def _change_installation(request: HttpRequest, viewer: Principal, change: _Change, said: str) -> HttpResponse:
    queries.require_operate(principal=viewer)
    form = HolderForm(request.POST, rights=_CHOICES, auto_id=_HOLDER_IDS)
    if form.is_valid():
        try:
            change(actor=viewer, right=InstallationRight(form.cleaned_data["right"]), holder=form.holder(), at=now())
            return _back_to_people(viewer, said)
        except Refused as refused:
            show_refusal(form=form, refused=refused)
    return _people(request, viewer, _Forms(holder=form))


def _back_to_people(viewer: Principal, said: str) -> HttpResponse:
    """Whoever took operate from themselves has no such page any more."""
    operates = queries.holds(principal=viewer, right=InstallationRight.OPERATE)
    return done(key=said, name="people" if operates else "home")


@require_POST
@signed_in
def find_rights(request: HttpRequest, viewer: Principal) -> HttpResponse:
    """On to the rights of a document by its uid, whether or not there is such a document."""
    queries.require_operate(principal=viewer)
    form = DocumentUidForm(request.POST)
    if not form.is_valid():
        return _people(request, viewer, _Forms(document=form))
    return redirect("web:rights", document=form.cleaned_data["document"])


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def new_person(request: HttpRequest, viewer: Principal) -> HttpResponse:
    """A new account."""
    queries.require_operate(principal=viewer)
    form = PersonForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            person = _create(viewer, form)
            return done(key="person-created", name="person", person=person)
        except Refused as refused:
            show_refusal(form=form, refused=refused)
    return render(request, "people/new.html", {"form": form}, status=status_of(form=form))


def _create(viewer: Principal, form: PersonForm) -> UUID:
    said = form.cleaned_data
    kind, password = Kind(said["kind"]), said["password"] or None
    return services.create_user(actor=viewer, username=said["username"], password=password, kind=kind, at=now())


@require_safe
@signed_in
def person(request: HttpRequest, viewer: Principal, person: UUID) -> HttpResponse:
    """One account, its memberships, and whether it is let in."""
    return _person(request, viewer, person, MembershipForm())


def _person(request: HttpRequest, viewer: Principal, uid: UUID, form: MembershipForm) -> HttpResponse:
    found = queries.person(viewer=viewer, uid=uid)
    page = person_page(person=found, notice=notice_of(request=request))
    return render(request, "people/person.html", {"page": page, "form": form}, status=status_of(form=form))


@require_POST
@signed_in
def set_active(request: HttpRequest, viewer: Principal, person: UUID) -> HttpResponse:
    """Let somebody in, or shut them out, asked once more before."""
    form = ActivityForm(request.POST)
    if not form.is_valid():
        raise NotFound
    active = form.cleaned_data["active"] == "yes"
    if not active and not is_sure(request):
        found = queries.person(viewer=viewer, uid=person)
        return asked(request, shutting_out(name=found.username, back=_page_of(person)))
    services.set_active(actor=viewer, user=person, active=active, at=now())
    return done(key="let-in" if active else "shut-out", name="person", person=person)


@require_POST
@signed_in
def join_group(request: HttpRequest, viewer: Principal, person: UUID) -> HttpResponse:
    """Put somebody into a group."""
    return _change_membership(
        request, viewer, person, lambda group: services.add_member(actor=viewer, group=group, user=person, at=now())
    )


@require_POST
@signed_in
def leave_group(request: HttpRequest, viewer: Principal, person: UUID) -> HttpResponse:
    """Take somebody out of a group, asked once more before."""
    group = request.POST.get("group", "")
    found = queries.person(viewer=viewer, uid=person)
    if group in found.groups and not is_sure(request):
        return asked(request, leaving(name=found.username, group=group, back=_page_of(person)))
    return _change_membership(
        request, viewer, person, lambda group: services.remove_member(actor=viewer, group=group, user=person, at=now())
    )


def _page_of(person: UUID) -> str:
    return reverse("web:person", kwargs={"person": person})


def _change_membership(
    request: HttpRequest, viewer: Principal, person: UUID, change: Callable[[str], None]
) -> HttpResponse:
    queries.require_operate(principal=viewer)
    form = MembershipForm(request.POST)
    if form.is_valid():
        try:
            change(form.cleaned_data["group"])
            return done(key="membership", name="person", person=person)
        except Refused as refused:
            show_refusal(form=form, refused=refused)
        except NotFound:
            form.add_error("group", "There is no group of that name.")
    return _person(request, viewer, person, form)


@require_POST
@signed_in
def new_group(request: HttpRequest, viewer: Principal) -> HttpResponse:
    """A new group without members."""
    form = GroupForm(request.POST)
    if form.is_valid():
        try:
            services.create_group(actor=viewer, name=form.cleaned_data["name"], at=now())
            return done(key="group-created", name="people")
        except Refused as refused:
            show_refusal(form=form, refused=refused)
    return _people(request, viewer, _Forms(group=form))
