"""Addresses of the lab; included only where LAB=1."""

from django.urls import path

from citeledger.lab import views

app_name = "lab"
urlpatterns = [
    path("lab", views.show, name="board"),
    path("lab/act", views.act, name="act"),
    path("lab/pointers", views.pointed, name="pointers"),
]
