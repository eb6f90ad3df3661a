"""Webhooks and keys of the team."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence, cast
from urllib.parse import quote

from .transport import Transport
from .types import ApiKey, Webhook, WebhookSecret


class Webhooks:
    """Needs the scope `webhooks:manage`. Every call may raise ClearcutError."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self) -> List[Webhook]:
        return cast("List[Webhook]", self._transport.send_json("GET", "/v1/webhooks/")["webhooks"])

    def add(self, url: str, *, types: Optional[Sequence[str]] = None) -> WebhookSecret:
        """The answer alone holds the secret. Default: all types."""
        body: Dict[str, Any] = {"url": url}
        if types is not None:
            body["types"] = [*types]
        return cast(WebhookSecret, self._transport.send_json("POST", "/v1/webhooks/", body))

    def change(self, webhook_id: str, **changes: Any) -> None:
        """Takes `url`, `types` and `isEnabled`."""
        self._transport.send_json("PATCH", _path("webhooks", webhook_id), changes)

    def remove(self, webhook_id: str) -> None:
        self._transport.send("DELETE", _path("webhooks", webhook_id))

    def rotate_secret(self, webhook_id: str) -> WebhookSecret:
        return cast(WebhookSecret, self._transport.send_json("POST", _path("webhooks", webhook_id) + "rotate/"))

    def test(self, webhook_id: str) -> None:
        """Sends a message of the type `test` to it."""
        self._transport.send("POST", _path("webhooks", webhook_id) + "test/")

    def messages(self, webhook_id: str) -> List[Dict[str, Any]]:
        answer = self._transport.send_json("GET", _path("webhooks", webhook_id) + "messages/")
        return cast("List[Dict[str, Any]]", answer["messages"])


class Keys:
    """Needs the scope `keys:manage`. Every call may raise ClearcutError."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self) -> List[ApiKey]:
        return cast("List[ApiKey]", self._transport.send_json("GET", "/v1/keys/")["keys"])

    def rotate(self) -> Dict[str, Any]:
        """The successor of this client's key; the answer alone holds it. The old one works for 7 more days."""
        return cast("Dict[str, Any]", self._transport.send_json("POST", "/v1/keys/rotate/"))

    def revoke(self, key_id: str) -> None:
        self._transport.send("DELETE", _path("keys", key_id))


def _path(kind: str, resource_id: str) -> str:
    return f"/v1/{kind}/{quote(resource_id, safe='')}/"
