"""How both clients reach a site."""

from typing import Any, Final

SECONDS: Final = 10.0  # for connecting, for sending, and between two pieces of a reply


def settings(*, origin: str, token: str, timeout: float) -> dict[str, Any]:
    """Of an httpx client. Redirects are not followed: the token goes to this site and nowhere else."""
    return {
        "base_url": f"{origin.rstrip('/')}/api/v1/",
        "headers": {"Authorization": f"Bearer {token}", "Accept": "application/json"},
        "timeout": timeout,
        "follow_redirects": False,
    }
