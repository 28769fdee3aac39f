"""What a redirect sends along for the page it leads to."""

from django.http import HttpResponse

from citeledger.interfaces.web.notices import NEWS_COOKIE


def news(response: HttpResponse) -> tuple[str, str]:
    """The key of what is to be told, and the address of the one page that tells it."""
    key, _, address = response.cookies[NEWS_COOKIE].value.partition("@")
    return key, address
