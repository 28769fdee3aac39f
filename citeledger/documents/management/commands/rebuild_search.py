"""`manage.py rebuild_search`: make the index of passages anew, as the background would."""

from typing import Any

from django.core.management.base import BaseCommand

from citeledger.documents.search.indexing import forget_all, index_owed


class Command(BaseCommand):
    help = (
        "Takes the index of passages away and makes it anew from the stored texts. Until a text is indexed again,"
        " searches say that it is pending. Not needed after an update: what another rule indexed is indexed again."
    )

    def handle(self, *_: Any, **__: Any) -> None:
        """One line: how many texts are indexed now."""
        forget_all()
        count = 0
        while made := index_owed():
            count += made
        self.stdout.write(f"{count} texts indexed")
