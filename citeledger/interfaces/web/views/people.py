"""People and groups, for operators: everyone else gets the answer of an address that does not exist."""

from collections.abc import Callable
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from acl import queries, services
from citeledger.core.principals import Kind, Principal
from citeledger.core.refusals import NotFound, Refused
from citeledger.interfaces.web.console import now, signed_in
from citeledger.interfaces.web.forms import (
    ActivityForm,
    GroupForm,
    MembershipForm,
    PersonForm,
    show_refusal,
    status_of,
)
from citeledger.interfaces.web.notices import done, notice_of
from citeledger.interfaces.web.presenters.people import people_page, person_page


@require_safe
@signed_in
def people(request: HttpRequest, viewer: Principal) -> HttpResponse:
    """Everybody, and all groups."""
    return _people(request, viewer, GroupForm())


def _people(request: HttpRequest, viewer: Principal, form: GroupForm) -> HttpResponse:
    everybody, groups = queries.people(viewer=viewer), queries.groups(viewer=viewer)
    page = people_page(people=everybody, groups=groups, notice=notice_of(request=request))
    return render(request, "people/people.html", {"page": page, "group_form": form}, status=status_of(form=form))


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
    """Let somebody in, or shut them out."""
    form = ActivityForm(request.POST)
    if not form.is_valid():
        raise NotFound
    services.set_active(actor=viewer, user=person, active=form.cleaned_data["active"] == "yes", at=now())
    return done(key="activity", name="person", person=person)


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
    """Take somebody out of a group."""
    return _change_membership(
        request, viewer, person, lambda group: services.remove_member(actor=viewer, group=group, user=person, at=now())
    )


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
    return _people(request, viewer, form)
