"""An envelope holds the words of others, and its signature covers every one of them: it travels closed.

What is in it is read after it was taken over, in the text that was made of it, like any other text.
"""

import base64
import binascii
import json
from typing import Any, Final

from citeledger.interfaces.api.problems import ProblemFound

MEMBER: Final = "envelope"
"""The name of arguments and of members of results that hold an envelope."""
SCHEMA: Final[dict[str, Any]] = {
    "type": "string",
    "description": "Closed: the API's envelope (JSON) in base64url. Pass it on as it is.",
}
_AS_IT_IS: Final = "Send the closed envelope as it was given: one string."


def sealed(envelope: Any) -> str:
    """The JSON of the envelope in base64url (RFC 4648, section 5)."""
    return base64.urlsafe_b64encode(json.dumps(envelope).encode()).decode()


def opened(text: Any) -> Any:
    """The envelope that was sealed. Raises ProblemFound: `wrong_type`, `bad_value`."""
    if not isinstance(text, str):
        raise ProblemFound(code="wrong_type", detail=_AS_IT_IS, at=MEMBER)
    try:
        return json.loads(base64.b64decode(text.encode(), altchars=b"-_", validate=True))
    except (binascii.Error, ValueError, RecursionError):
        raise ProblemFound(code="bad_value", detail=_AS_IT_IS, at=MEMBER) from None
