"""The same client for asyncio."""

from __future__ import annotations

import asyncio
import threading
from typing import Any, AsyncIterator, Callable, Dict, List, Mapping, Optional, TypeVar

from .client import Clearcut
from .forms import File
from .transport import CANCELLED, RateLimit
from .types import Account, ApiKey, Batch, BatchSaves, Picture, Save, Webhook, WebhookSecret

T = TypeVar("T")


class AsyncClearcut:
    """`Clearcut`, whose calls are awaited. Each runs in a thread of the event loop's pool, so several run at once.

    A cancelled call stops waiting, and sends nothing more; a request under way may still arrive.
    """

    def __init__(self, base_url: Optional[str] = None, api_key: Optional[str] = None, **options: Any) -> None:
        """See `Clearcut`."""
        self._use(Clearcut(base_url, api_key, **options))

    def _use(self, client: Clearcut) -> None:
        self._client = client
        self.webhooks = AsyncWebhooks(client)
        self.keys = AsyncKeys(client)

    def with_options(self, **changes: Any) -> AsyncClearcut:
        other = AsyncClearcut.__new__(AsyncClearcut)
        other._use(self._client.with_options(**changes))
        return other

    @property
    def rate_limit(self) -> Optional[RateLimit]:
        return self._client.rate_limit

    async def cut_out(self, file: Optional[File] = None, **options: Any) -> bytes:
        return await _run(self._client.cut_out, file, **options)

    async def create_picture(self, **options: Any) -> Picture:
        return await _run(self._client.create_picture, **options)

    async def picture(self, picture_id: str, *, wait: Optional[int] = None) -> Picture:
        return await _run(self._client.picture, picture_id, wait=wait)

    async def when_ready(self, picture_id: str, *, timeout: Optional[float] = None) -> Picture:
        return await _run(self._client.when_ready, picture_id, timeout=timeout)

    async def pictures(self, *, batch_id: Optional[str] = None) -> AsyncIterator[Picture]:
        cursor: Optional[str] = None
        while True:
            page = await _run(self._client.picture_page, batch_id=batch_id, cursor=cursor)
            for picture in page["pictures"]:
                yield picture
            cursor = page["nextCursor"]
            if cursor is None:
                return

    async def change_settings(self, picture_id: str, settings: Mapping[str, Any]) -> Picture:
        return await _run(self._client.change_settings, picture_id, settings)

    async def save(self, picture_id: str, settings: Optional[Mapping[str, Any]] = None, **options: Any) -> Save:
        return await _run(self._client.save, picture_id, settings, **options)

    async def file(self, picture_id: str, **query: Any) -> bytes:
        return await _run(self._client.file, picture_id, **query)

    async def delete(self, picture_id: str) -> None:
        await _run(self._client.delete, picture_id)

    async def account(self) -> Account:
        return await _run(self._client.account)

    async def create_batch(self) -> Batch:
        return await _run(self._client.create_batch)

    async def batch(self, batch_id: str) -> Batch:
        return await _run(self._client.batch, batch_id)

    async def save_batch(
        self, batch_id: str, settings: Optional[Mapping[str, Any]] = None, **options: Any
    ) -> BatchSaves:
        return await _run(self._client.save_batch, batch_id, settings, **options)

    async def batch_archive(self, batch_id: str, *, quality: str = "hd") -> bytes:
        return await _run(self._client.batch_archive, batch_id, quality=quality)


class AsyncWebhooks:
    def __init__(self, client: Clearcut) -> None:
        self._calls = client.webhooks

    async def list(self) -> List[Webhook]:
        return await _run(self._calls.list)

    async def add(self, url: str, **options: Any) -> WebhookSecret:
        return await _run(self._calls.add, url, **options)

    async def change(self, webhook_id: str, **changes: Any) -> None:
        await _run(self._calls.change, webhook_id, **changes)

    async def remove(self, webhook_id: str) -> None:
        await _run(self._calls.remove, webhook_id)

    async def rotate_secret(self, webhook_id: str) -> WebhookSecret:
        return await _run(self._calls.rotate_secret, webhook_id)

    async def test(self, webhook_id: str) -> None:
        await _run(self._calls.test, webhook_id)


class AsyncKeys:
    def __init__(self, client: Clearcut) -> None:
        self._calls = client.keys

    async def list(self) -> List[ApiKey]:
        return await _run(self._calls.list)

    async def rotate(self) -> Dict[str, Any]:
        return await _run(self._calls.rotate)

    async def revoke(self, key_id: str) -> None:
        await _run(self._calls.revoke, key_id)


async def _run(call: Callable[..., T], *values: Any, **options: Any) -> T:
    cancelled = threading.Event()

    def in_thread() -> T:
        CANCELLED.set(cancelled)
        return call(*values, **options)

    try:
        return await asyncio.to_thread(in_thread)
    except asyncio.CancelledError:
        cancelled.set()
        raise
