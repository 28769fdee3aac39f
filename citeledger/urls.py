"""Addresses of the site. Each interface brings its own list."""

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/", include("citeledger.interfaces.api.urls")),
    path("", include("citeledger.interfaces.operations.urls")),
    path("", include("citeledger.interfaces.embed.urls")),
    path("", include("citeledger.interfaces.web.urls")),
]
if settings.LAB:
    urlpatterns.append(path("", include("citeledger.lab.urls")))

handler400 = "citeledger.interfaces.web.errors.bad_request"
handler403 = "citeledger.interfaces.web.errors.forbidden"
handler404 = "citeledger.interfaces.web.errors.not_found"
handler500 = "citeledger.interfaces.web.errors.server_error"
