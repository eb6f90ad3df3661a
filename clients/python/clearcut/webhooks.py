"""Webhooks by Standard Webhooks 1.0."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from typing import Any, Mapping, Union

#: How far the clocks of sender and receiver may be apart, in seconds.
TOLERANCE = 5 * 60


class WebhookError(Exception):
    """A delivery with a wrong signature, or too old to trust."""


def verify_webhook(body: Union[bytes, str], headers: Mapping[str, str], secret: str) -> Any:
    """The event of a delivery, once its signature is verified.

    `body` is exactly what came: one that was parsed and written again has another signature. `secret` is that of the endpoint, `whsec_…`.
    Raises WebhookError.
    """
    content = body.encode() if isinstance(body, str) else body
    said = {name.lower(): value for name, value in headers.items()}
    try:
        message_id, timestamp = said["webhook-id"], said["webhook-timestamp"]
        signatures = said["webhook-signature"]
    except KeyError as missing:
        raise WebhookError(f"The header {missing} is missing") from None
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > TOLERANCE:
        raise WebhookError("The delivery is too old, or from the future")
    try:
        key = base64.b64decode(secret[len("whsec_") :] if secret.startswith("whsec_") else secret, validate=True)
    except (binascii.Error, ValueError):
        raise WebhookError("The secret is no base64") from None
    signed = f"{message_id}.{timestamp}.".encode() + content
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    # Several while a secret is rotated.
    for one in signatures.split(" "):
        version, _, signature = one.partition(",")
        if version == "v1" and hmac.compare_digest(signature.encode(), expected):
            return json.loads(content)
    raise WebhookError("No signature fits")
