"""Everything the site answers, and beside it what a measurement needs. The root of the measured server only."""

from django.urls import include, path

from citeledger.evidence.bench import views

urlpatterns = [
    path("bench/naive", views.answer_naively),
    path("bench/forget", views.forget),
    path("", include("citeledger.urls")),
]
