"""The text the printed lines cite: legal's own and of no world, so it stays when the lab starts again."""

from datetime import datetime
from typing import Final

from acl.queries import readable
from acl.rights import Right
from citeledger.core.principals import Principal
from citeledger.documents import queries
from citeledger.documents.histories.folder import read_folder
from citeledger.documents.metadata import Metadata, Status
from citeledger.documents.services import create_document, publish_version
from citeledger.documents.views import VersionView
from citeledger.interfaces.api.welcome import Example
from citeledger.lab.people import principal
from citeledger.lab.story import HISTORIES, REAL

_REAL: Final = REAL[0]
TITLE: Final = f"For your first citation: {_REAL.title}"


def example(*, now: datetime) -> Example:
    """A passage legal may cite, of a real policy that is put here once; again where nothing of it is left to cite."""
    legal = principal("legal")
    version = _standing(legal) or _put(legal, now)
    return Example(version=str(version.uid), start=version.text.index(_REAL.exact), exact=_REAL.exact)


def _standing(legal: Principal) -> VersionView | None:
    """The newest one as it is now, unless it was retired, withdrawn, or edited so that the passage is gone."""
    known = readable(principal=legal, right=Right.CITE).filter(head__metadata__title=TITLE)
    newest = known.filter(head__retired_at=None, head__version__isnull=False).order_by("-pk").first()
    if newest is None or newest.head.version is None:
        return None
    version = queries.version(viewer=legal, uid=newest.head.version.uid)
    return version if _REAL.exact in version.text else None


def _put(legal: Principal, now: datetime) -> VersionView:
    edition = read_folder(folder=HISTORIES / _REAL.slug).editions[0]
    metadata = Metadata(title=TITLE, owner=_REAL.owner, originator="see NOTICE", language="en", status=Status.PUBLISHED)
    document = create_document(actor=legal, metadata=metadata, at=now)
    version = publish_version(
        actor=legal,
        document=document,
        data=edition.load() or b"",
        media_type="text/markdown",
        expected=None,
        at=now,
        effective_at=edition.effective_at,
    )
    return queries.version(viewer=legal, uid=version)
