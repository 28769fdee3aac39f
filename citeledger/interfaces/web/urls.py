"""Addresses of the web pages. No trailing slashes: an address is right or it is 404 (threat T67)."""

from django.urls import path

from citeledger.interfaces.web.views import (
    citing,
    documents,
    editing,
    entrance,
    exporting,
    ledger,
    lifecycle,
    pages,
    people,
    rights,
    tokens,
)

app_name = "web"

urlpatterns = [
    path("", entrance.home, name="home"),
    path("sign-in", entrance.sign_in, name="sign-in"),
    path("sign-out", entrance.sign_out, name="sign-out"),
    path("documents", documents.documents, name="documents"),
    path("documents/new", editing.new_document, name="new-document"),
    path("documents/<uuid:document>", documents.document, name="document"),
    path("documents/<uuid:document>/versions", documents.versions, name="versions"),
    path("documents/<uuid:document>/versions/<uuid:version>", documents.version, name="version"),
    path("documents/<uuid:document>/changes/<uuid:old>/<uuid:new>", documents.difference, name="difference"),
    path("documents/<uuid:document>/versions/<uuid:version>/cite", citing.choose, name="choose-passage"),
    path("documents/<uuid:document>/versions/<uuid:version>/withdraw", lifecycle.withdraw, name="withdraw"),
    path("documents/<uuid:document>/text", editing.edit_text, name="edit-text"),
    path("documents/<uuid:document>/details", editing.edit_details, name="edit-details"),
    path("documents/<uuid:document>/retire", lifecycle.retire, name="retire"),
    path("documents/<uuid:document>/supersede", lifecycle.supersede, name="supersede"),
    path("documents/<uuid:document>/rights", rights.rights, name="rights"),
    path("documents/<uuid:document>/rights/grant", rights.grant, name="grant"),
    path("documents/<uuid:document>/rights/revoke", rights.revoke, name="revoke"),
    path("cite", citing.cite, name="cite"),
    path("cite/drop", citing.drop, name="drop-passage"),
    path("ledger", ledger.answers, name="ledger"),
    path("answers/<uuid:answer>", ledger.answer, name="answer"),
    path("c/<uuid:citation>", ledger.citation, name="citation"),
    path("pages", pages.pages, name="pages"),
    path("pages/new", pages.new_page, name="new-page"),
    path("pages/<uuid:page>", pages.page, name="page"),
    path("pages/<uuid:page>/export.pdf", exporting.export, name="export"),
    path("people", people.people, name="people"),
    path("people/new", people.new_person, name="new-person"),
    path("people/<uuid:person>", people.person, name="person"),
    path("people/<uuid:person>/activity", people.set_active, name="set-active"),
    path("people/<uuid:person>/join", people.join_group, name="join-group"),
    path("people/<uuid:person>/leave", people.leave_group, name="leave-group"),
    path("groups/new", people.new_group, name="new-group"),
    path("tokens", tokens.tokens, name="tokens"),
    path("tokens/<uuid:token>/revoke", tokens.revoke, name="revoke-token"),
]
