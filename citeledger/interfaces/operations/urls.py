"""Addresses for machines that watch over the site."""

from django.urls import path

from citeledger.interfaces.operations import views

app_name = "operations"
urlpatterns = [
    path("healthz", views.alive, name="alive"),
    path("readyz", views.readiness, name="ready"),
    path("metrics", views.metrics, name="metrics"),
]
