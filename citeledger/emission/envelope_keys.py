"""The keys of hand-off envelopes, derived from the secrets of the installation: the current one signs, all open."""

from functools import lru_cache

from django.conf import settings

from citeledger.core.envelopes import SigningKey, signing_key


def current_key() -> SigningKey:
    """The key that signs now."""
    return _derived(settings.SECRET_KEY)


def known_keys() -> tuple[SigningKey, ...]:
    """The keys that open: after a rotation those of SECRET_KEY_FALLBACKS, too."""
    return tuple(map(_derived, (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)))


@lru_cache
def _derived(secret: str) -> SigningKey:
    return signing_key(installation_secret=secret)
