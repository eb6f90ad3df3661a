"""A small typed client of a Clearcut server's API, without dependencies.

    from clearcut import Clearcut

    clearcut = Clearcut("http://localhost:3000", api_key="cck_live_…")
    open("cutout.png", "wb").write(clearcut.cut_out("photo.jpg"))
"""

from .async_client import AsyncClearcut
from .client import Clearcut
from .errors import (
    AuthenticationError,
    ClearcutError,
    ClearcutTimeout,
    Conflict,
    InvalidRequest,
    NoCredits,
    NotFound,
    PermissionDenied,
    RateLimited,
    ServerError,
    Unreachable,
)
from .transport import RateLimit
from .types import Account, ApiKey, Batch, BatchSaves, Picture, Save, Webhook, WebhookSecret
from .webhooks import WebhookError, verify_webhook

__all__ = [
    "Account",
    "ApiKey",
    "AsyncClearcut",
    "AuthenticationError",
    "Batch",
    "BatchSaves",
    "Clearcut",
    "ClearcutError",
    "ClearcutTimeout",
    "Conflict",
    "InvalidRequest",
    "NoCredits",
    "NotFound",
    "PermissionDenied",
    "Picture",
    "RateLimit",
    "RateLimited",
    "Save",
    "ServerError",
    "Unreachable",
    "Webhook",
    "WebhookError",
    "WebhookSecret",
    "verify_webhook",
]
