"""What a page says once, after something was done: constant sentences, named by a key that a cookie carries there."""

from types import MappingProxyType
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import reverse

NOTICES: Final = MappingProxyType(
    {
        "created": "Created. Only you can read it until you grant rights to others.",
        "drafted": "Saved as a draft. Only you can read it until you grant rights to others.",
        "first-published": "Published. Only you can read it until you grant rights to others.",
        "published": "The new version is published.",
        "unchanged": "Nothing was changed, so no new version was made.",
        "identical": "These are the very bytes of the current version: no new version was made.",
        "discarded": "The file is discarded.",
        "saved": "The details are saved.",
        "retired": "Retired. Only people who manage it still see it.",
        "unretired": "Not retired any more. Its readers see it again, as it was.",
        "adopted": "Adopted. You stand by this version; it no longer counts as a program’s alone.",
        "reverted": "The older text is published again, as the newest version.",
        "superseded": "It is recorded which document takes over.",
        "withdrawn": "The version is withdrawn. It is never shown, quoted or compared again.",
        "granted": "The right is granted.",
        "granted-unread": "The right is granted. It counts only for those who may read the document, and this holder "
        "has no Read of its own here: grant that as well, unless it comes by another group.",
        "revoked": "The right is revoked. That holds from the next request on, everywhere.",
        "erased": "The text is erased. What was made from it is unavailable now.",
        "chosen": "The passage is chosen.",
        "dropped": "The passage is removed.",
        "recorded": "The citation is recorded.",
        "pinned": "The documents are pinned as they are.",
        "rebound": "This is the new citation. Put its uid where the old one is shown.",
        "attested": "Recorded. It stands beside the state, until a passage changes again.",
        "page-saved": "The page is saved.",
        "person-created": "The account is created.",
        "group-created": "The group is created.",
        "membership": "The memberships are changed. That holds from the next request on, everywhere.",
        "shut-out": "The account is shut out, everywhere. Its sessions and tokens have ended for good. "
        "Documents that nobody manages any more are listed under People.",
        "let-in": "The account may sign in again. Its former sessions and tokens stay ended.",
        "password": "Your password is changed. Everywhere else you have to sign in again; your tokens still work.",
        "token-revoked": "The token is revoked.",
    }
)


_TOLD_SECONDS: Final = 60  # a redirect is followed at once; what nobody followed is news to nobody later
NEWS_COOKIE: Final = "citeledger-done"


def notice_of(*, request: HttpRequest) -> str:
    """What is to be told on this page; empty where nothing is."""
    return NOTICES.get(news_of(request=request), "")


def done(*, key: str, name: str, **address: object) -> HttpResponseRedirect:
    """Send the browser to the named page, which will say once that it is done."""
    if key not in NOTICES:
        raise KeyError(key)
    return telling(news=key, address=reverse(f"web:{name}", kwargs=address))


def telling(*, news: str, address: str, place: str = "") -> HttpResponseRedirect:
    """Send the browser to an address of ours, at `place` (``#...``), with a word for that page and no other.

    It travels in a cookie and not in the address, which would tell it again whenever it is reloaded or kept.
    """
    response = HttpResponseRedirect(f"{address}{place}")
    response.set_cookie(
        NEWS_COOKIE,
        f"{news}@{address}",
        max_age=_TOLD_SECONDS,
        path=urlsplit(address).path,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


def news_of(*, request: HttpRequest) -> str:
    """The word that `telling` sent along to this address; empty for none, and for one meant for another page."""
    news, _, address = request.COOKIES.get(NEWS_COOKIE, "").partition("@")
    return news if address == request.get_full_path() else ""


def forget(*, request: HttpRequest, response: HttpResponseBase) -> None:
    """What was told on this page is told: the browser drops it, unless there is news again (a form sent twice)."""
    if news_of(request=request) and NEWS_COOKIE not in response.cookies:
        response.delete_cookie(NEWS_COOKIE, path=request.path, samesite="Lax")
