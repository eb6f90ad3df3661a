"""A small typed client of a Clearcut server's API, without dependencies.

    from clearcut import Clearcut

    clearcut = Clearcut("http://localhost:3000", api_key="cck_live_…")
    open("cutout.png", "wb").write(clearcut.cut_out(open("photo.jpg", "rb").read()))
"""

from .client import Clearcut
from .errors import ClearcutError
from .types import Account, Batch, Picture, Save
from .webhooks import WebhookError, verify_webhook

__all__ = [
    "Account",
    "Batch",
    "Clearcut",
    "ClearcutError",
    "Picture",
    "Save",
    "WebhookError",
    "verify_webhook",
]
