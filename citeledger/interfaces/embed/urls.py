"""Addresses of the embeds. `v1` is a promise to pages of other people: what is there stays as it is."""

from django.urls import path

from citeledger.interfaces.embed import views

app_name = "embed"

urlpatterns = [
    path("embed/frame/<uuid:citation>", views.frame, name="frame"),
    path("embed/v1/panel", views.panel, name="panel"),
    path("embed/v1/states", views.states, name="states"),
]
