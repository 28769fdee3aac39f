"""Addresses of the API. No slash at the end; ids are UUIDs; whatever is not listed is one and the same 404."""

from django.urls import include, path, re_path

from citeledger.interfaces.api import (
    about,
    answers,
    citations,
    documents,
    grants,
    lives,
    pages,
    rebindings,
    reviews,
    snapshots,
    spans,
    uploads,
)

_V1 = [
    path("schema", about.Schema.as_view()),
    path("problems", about.Problems.as_view()),
    path("problems/<slug:code>", about.ProblemKind.as_view()),
    path("limits", about.Limits.as_view()),
    path("me", about.Me.as_view()),
    path("documents", documents.Documents.as_view()),
    path("documents/<uuid:uid>", documents.Document.as_view()),
    path("documents/<uuid:uid>/metadata", documents.DocumentMetadata.as_view()),
    path("documents/<uuid:uid>/versions", documents.Versions.as_view()),
    path("documents/<uuid:uid>/life", lives.Life.as_view()),
    path("documents/<uuid:uid>/revert", documents.Reversion.as_view()),
    path("documents/<uuid:uid>/retire", documents.Retirement.as_view()),
    path("documents/<uuid:uid>/unretire", documents.Unretirement.as_view()),
    path("documents/<uuid:uid>/supersede", documents.Supersession.as_view()),
    path("documents/<uuid:uid>/grants", grants.DocumentGrants.as_view()),
    path("documents/<uuid:uid>/grants/revoke", grants.DocumentRevocation.as_view()),
    path("versions/<uuid:uid>", documents.Version.as_view()),
    path("versions/<uuid:uid>/withdraw", documents.Withdrawal.as_view()),
    path("uploads", uploads.Uploads.as_view()),
    path("uploads/<uuid:uid>", uploads.Upload.as_view()),
    path("uploads/<uuid:uid>/publication", uploads.Publication.as_view()),
    path("snapshots", snapshots.Snapshots.as_view()),
    path("snapshots/<uuid:uid>", snapshots.Snapshot.as_view()),
    path("snapshots/<uuid:uid>/changes/<uuid:other>", snapshots.Changes.as_view()),
    path("snapshots/<uuid:uid>/proofs/<uuid:document>", snapshots.Proof.as_view()),
    path("spans", spans.Spans.as_view()),
    path("answers", answers.Answers.as_view()),
    path("answers/<uuid:uid>", answers.Answer.as_view()),
    path("answers/<uuid:uid>/erase", answers.Erasure.as_view()),
    path("answers/<uuid:uid>/grants", grants.AnswerGrants.as_view()),
    path("answers/<uuid:uid>/grants/revoke", grants.AnswerRevocation.as_view()),
    path("verdicts", citations.Verdicts.as_view()),
    path("citations/<uuid:uid>/panel", citations.Panel.as_view()),
    path("citations/<uuid:uid>/attestations", reviews.Attestations.as_view()),
    path("citations/<uuid:uid>/rebindings", rebindings.Rebindings.as_view()),
    path("reviews", reviews.Reviews.as_view()),
    path("pages", pages.Pages.as_view()),
    path("pages/<uuid:uid>", pages.Page.as_view()),
]

urlpatterns = [
    path("v1/", include(_V1)),
    re_path(r"", about.Nowhere.as_view()),
]
