"""Wiring of the site. Everything that differs between installations comes from the environment (see ``env.py``).

``CITELEDGER_ENV`` is ``production`` unless it says otherwise: whoever forgets it gets the strict site.
"""

import secrets
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

import structlog
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from citeledger import env

BASE_DIR: Final = Path(__file__).resolve().parent.parent
VAR_DIR: Final = BASE_DIR / "var"


class Environment(StrEnum):
    """Where this process runs."""

    PRODUCTION = "production"
    DEVELOPMENT = "development"


CITELEDGER_ENV = env.read_choice(name="CITELEDGER_ENV", default=Environment.PRODUCTION)
IN_PRODUCTION = CITELEDGER_ENV is Environment.PRODUCTION
DEBUG = env.read_bool(name="DEBUG", default=False)
LAB = env.read_bool(name="LAB", default=False)
if IN_PRODUCTION and (LAB or DEBUG):
    raise ImproperlyConfigured("LAB and DEBUG need CITELEDGER_ENV=development: they show what production must hide.")


def _passing_secret() -> str:
    if IN_PRODUCTION:
        raise ImproperlyConfigured("Set SECRET_KEY or SECRET_KEY_FILE (or CITELEDGER_ENV=development for a trial).")
    return secrets.token_urlsafe(48)


SECRET_KEY = env.read_secret(name="SECRET_KEY", fallback=_passing_secret)
# What was signed under these still opens, and nothing is signed under them any more.
SECRET_KEY_FALLBACKS = env.read_list(name="SECRET_KEY_FALLBACKS", default=[])

# Addresses --------------------------------------------------------------------------------------------------------
# Absolute links are built from PUBLIC_URL, never from the Host header of a request (threat T67).
PUBLIC_URL = env.read_origin(name="PUBLIC_URL", default="http://127.0.0.1:8000")
ALLOWED_HOSTS = env.read_list(name="ALLOWED_HOSTS", default=[] if IN_PRODUCTION else ["127.0.0.1", "localhost"])
if IN_PRODUCTION and (not ALLOWED_HOSTS or "*" in ALLOWED_HOSTS):
    raise ImproperlyConfigured("ALLOWED_HOSTS must list the exact host names of the site.")
# The example host site of the lab: another site (localhost), so that no cookie of ours reaches it.
LAB_HOST_ORIGIN = f"http://localhost:{env.read_int(name='HOST_PORT', default=8100)}"
OVER_HTTPS = PUBLIC_URL.startswith("https://")

# Applications -----------------------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "guardian",
    "rest_framework",
    "drf_spectacular",
    "axes",
    "csp",
    "citeledger.tables",
    "citeledger.log",
    "acl",
    "citeledger.documents",
    "citeledger.ledger",
    "citeledger.emission",
    "citeledger.evidence",
    "revalidation",
    *(["citeledger.lab"] if LAB else []),
]
# No site-wide cache middleware (T37: it stored other viewers' answers) and no GZip (its size tells secrets, BREACH).
MIDDLEWARE = [
    "citeledger.interfaces.ticking.leave_at_ticks",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "axes.middleware.AxesMiddleware",
]
# An answer that withholds something leaves at a multiple of this, counted from its beginning, so that its time tells
# nothing (T32). The largest lineage allowed takes a fifth of it here (docs/performance.md); 0 is without ticks.
WITHHELD_TICK_MILLISECONDS = env.read_int(name="WITHHELD_TICK_MILLISECONDS", default=250)
ROOT_URLCONF = "citeledger.urls"
WSGI_APPLICATION = "citeledger.wsgi.application"
# An address is right or it is 404: no redirect that would answer differently for addresses that exist (T67).
APPEND_SLASH = False
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "citeledger.interfaces.web.context.site",
            ]
        },
    }
]
FORM_RENDERER = "django.forms.renderers.DjangoTemplates"

# Database ---------------------------------------------------------------------------------------------------------
# How many seconds this process waits for each answer of the database; 0 is for ever. Processes that answer people set
# it (wsgi.py, asgi.py): for them a database that hangs is an outage. Workers, migrations and commands take their time.
DATABASE_ANSWER_SECONDS = env.read_int(name="DATABASE_ANSWER_SECONDS", default=0)
# Reads run in autocommit outside atomic(); so whatever opens atomic() is a writer and takes SQLite's write lock at
# once. A deferred transaction that reads, then writes after another commit, fails without waiting (T23).
# recursive_triggers makes INSERT OR REPLACE fire the DELETE triggers that keep records frozen.
_SQLITE_OPTIONS: dict[str, Any] = {
    "transaction_mode": "IMMEDIATE",
    "timeout": DATABASE_ANSWER_SECONDS or 10,  # seconds a writer waits for another; readers wait for nobody
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA recursive_triggers=ON;",
}
# A verdict is one short statement: just-in-time compilation costs more than it gives, and look-ups by key must win
# over reading small tables again and again (no disk here turns, docs/performance.md). A dead server is noticed within
# seconds, so that pages show "unverified" in time.
_POSTGRESQL_OPTIONS: dict[str, Any] = {
    "options": "-c jit=off -c random_page_cost=1.1",
    "connect_timeout": 2,
    "tcp_user_timeout": 5000,
    "keepalives_idle": 30,
}


def _database(*, source: env.Database) -> dict[str, Any]:
    if isinstance(source, env.SqliteFile):
        # joinpath keeps an absolute path as it is.
        path = BASE_DIR.joinpath(source.path)
        path.parent.mkdir(parents=True, exist_ok=True)
        return {"ENGINE": "django.db.backends.sqlite3", "NAME": path, "OPTIONS": _SQLITE_OPTIONS}
    return {
        "ENGINE": "citeledger.tables.postgresql",
        "NAME": source.name,
        "USER": source.user,
        "PASSWORD": source.password,
        "HOST": source.host,
        "PORT": source.port,
        "CONN_MAX_AGE": env.read_int(name="DATABASE_CONN_MAX_AGE", default=300),
        "CONN_HEALTH_CHECKS": True,
        "ANSWER_SECONDS": DATABASE_ANSWER_SECONDS,
        "OPTIONS": _POSTGRESQL_OPTIONS | source.options,
    }


DATABASES = {
    "default": _database(source=env.read_database_url(name="DATABASE_URL", default="sqlite:///var/citeledger.sqlite3"))
    | {"ATOMIC_REQUESTS": False}
}
# guardian's backend answers has_perm(), which nobody here calls: rights are read by acl alone (DESIGN rule 9).
SILENCED_SYSTEM_CHECKS = ["guardian.W001"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Redis ------------------------------------------------------------------------------------------------------------
# The product talks to Redis itself (JSON with a MAC, never pickle: T92). Django's own cache stays in the process.
REDIS_URL = env.read_redis_url(name="REDIS_URL")
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

CELERY_BROKER_URL = env.read_broker_url(name="CELERY_BROKER_URL", redis_url=REDIS_URL)
if IN_PRODUCTION and not CELERY_BROKER_URL:
    raise ImproperlyConfigured("Set CELERY_BROKER_URL or REDIS_URL: background work needs a broker.")
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_SERIALIZER = "json"
CELERY_RESULT_SERIALIZER = "json"
CELERY_RESULT_BACKEND = None
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True  # a killed worker's task comes again; tasks are safe to repeat
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_TASK_TIME_LIMIT = 300  # seconds
CELERY_TASK_SOFT_TIME_LIMIT = 270
CELERY_TASK_PUBLISH_RETRY = False  # a lost message is found again in the outbox; nobody waits for the broker
CELERY_BROKER_CONNECTION_TIMEOUT = 2
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = 100
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 900,  # longer than the longest task: seconds until an unacknowledged task comes again
    "socket_connect_timeout": 2,
    "socket_timeout": 30,
}
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    "relay": {"task": "revalidation.relay", "schedule": 2.0, "options": {"expires": 10.0}},  # seconds
    "index": {"task": "documents.index_passages", "schedule": 2.0, "options": {"expires": 4.0}},
    "erase_unanswered": {"task": "emission.erase_unanswered", "schedule": 300.0, "options": {"expires": 300.0}},
    "prove": {"task": "evidence.prove", "schedule": 20 * 3600.0},  # seconds: at least daily (DESIGN rule 3)
}

# People -----------------------------------------------------------------------------------------------------------
AUTH_USER_MODEL = "acl.User"
# No guardian backend: rights are read in SQL by acl alone, nobody calls has_perm.
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
ANONYMOUS_USER_NAME = None  # guardian would otherwise create an ordinary row that stands for everybody
GUARDIAN_AUTO_PREFETCH = False
GUARDIAN_MONKEY_PATCH_USER = False
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{validator}"}
    for validator in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "/sign-in"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True  # who signed in from where is not ours to keep
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False
AXES_LOCKOUT_TEMPLATE = "errors/locked.html"

# Browser ----------------------------------------------------------------------------------------------------------
SESSION_COOKIE_NAME = "__Host-citeledger" if OVER_HTTPS else "citeledger"
SESSION_COOKIE_SECURE = OVER_HTTPS
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"  # embeds never use it (T66)
CSRF_COOKIE_NAME = "__Host-citeledger-csrf" if OVER_HTTPS else "citeledger-csrf"
CSRF_COOKIE_SECURE = OVER_HTTPS
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL]
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
# Not "no-referrer": under it browsers send "Origin: null" with our own forms and the CSRF check refuses them.
# No other site ever receives a referrer either way.
SECURE_REFERRER_POLICY = "same-origin"
SECURE_HSTS_SECONDS = env.read_int(name="HSTS_SECONDS", default=31_536_000 if OVER_HTTPS else 0)
SECURE_SSL_REDIRECT = False  # the proxy in front does it
# Only behind a proxy that always sets this header itself.
TRUST_FORWARDED_PROTO = env.read_bool(name="TRUST_FORWARDED_PROTO", default=False)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUST_FORWARDED_PROTO else None
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

# Request sizes: a version's text travels in one body; the API refuses bodies over its own, documented limit first.
DATA_UPLOAD_MAX_MEMORY_SIZE = 8 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 1000
DATA_UPLOAD_MAX_NUMBER_FILES = 10
FILE_UPLOAD_MAX_MEMORY_SIZE = 8 * 1024 * 1024

# Words that character recognition is less sure of than this (thousandths) are kept, and cannot be quoted.
LEAST_CONFIDENCE = env.read_int(name="OCR_LEAST_CONFIDENCE", default=800)
# Read files of strangers although the system cannot keep their parsers from opening sockets (no seccomp on Linux).
SANDBOX_WITHOUT_SECCOMP = env.read_bool(name="SANDBOX_WITHOUT_SECCOMP", default=False)

# Seconds from its opening until a session from which nothing was emitted is erased: at least the day it is open.
UNANSWERED_SESSIONS_KEPT_SECONDS = env.read_int(
    name="UNANSWERED_SESSIONS_KEPT_SECONDS", default=30 * 24 * 3600, minimum=24 * 3600
)

# API --------------------------------------------------------------------------------------------------------------
# Closed unless a view opens itself; JSON only, so no page of ours answers under an API address.
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "citeledger",
    "DESCRIPTION": "Record what was said on whose authority; ask what still holds, for one viewer, now.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "POSTPROCESSING_HOOKS": ["citeledger.interfaces.api.schema.close_objects"],
}

# Language, time, static files -------------------------------------------------------------------------------------
LANGUAGE_CODE = "en"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"
STATIC_URL = "/static/"
# In development WhiteNoise serves the sources; nothing is collected.
STATIC_ROOT = BASE_DIR / "staticfiles" if IN_PRODUCTION else None
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if IN_PRODUCTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = not IN_PRODUCTION
WHITENOISE_AUTOREFRESH = DEBUG

# Logs: one line of JSON per event, no names, addresses, texts or bodies -------------------------------------------
_LOG_STEPS: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]
structlog.configure(
    processors=[*_LOG_STEPS, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
    logger_factory=structlog.stdlib.LoggerFactory(),
    cache_logger_on_first_use=True,
)
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "json": {
            "()": structlog.stdlib.ProcessorFormatter,
            "foreign_pre_chain": _LOG_STEPS,
            "processors": [
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                structlog.processors.JSONRenderer(),
            ],
        }
    },
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": "json"},
        "nowhere": {"class": "logging.NullHandler"},
    },
    "root": {"handlers": ["stderr"], "level": env.read_text(name="LOG_LEVEL", default="INFO").upper()},
    "loggers": {
        # These write user names, addresses of people and host names a stranger chose.
        "axes": {"handlers": ["nowhere"], "propagate": False},
        "mcp.server.transport_security": {"handlers": ["nowhere"], "propagate": False},
        "uvicorn.access": {"handlers": ["nowhere"], "propagate": False},
        "django.security.DisallowedHost": {"handlers": ["nowhere"], "propagate": False},
        # Django's default handlers mail errors to ADMINS; ours go to the one stream.
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "uvicorn": {"handlers": [], "level": "INFO", "propagate": True},
        "mcp": {"level": "WARNING"},
    },
}
