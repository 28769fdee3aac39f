"""How many statements a request sends to the database, in a header, when the client asks for it."""

from collections.abc import Callable
from typing import Any

from django.db import connection
from django.http import HttpRequest, HttpResponse

ASK = "Bench-Count"
TOLD = "Bench-Queries"


class CountQueries:
    """Outermost middleware. Counts only where asked, so that measured requests carry no counter."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if ASK not in request.headers:
            return self._get_response(request)
        counter = _Counter()
        with connection.execute_wrapper(counter):
            response = self._get_response(request)
        response[TOLD] = str(counter.count)
        return response


class _Counter:
    def __init__(self) -> None:
        self.count = 0

    def __call__(self, execute: Callable[..., Any], *arguments: Any) -> Any:
        self.count += 1
        return execute(*arguments)
