"""The blocking client."""

from __future__ import annotations

import os
import time
import uuid
from typing import Any, Iterator, Mapping, Optional, Sequence, cast
from urllib.parse import quote

from .errors import ClearcutError, ClearcutTimeout
from .forms import File, form_of, read_file
from .resources import Keys, Webhooks
from .transport import Options, RateLimit, Transport, object_of
from .types import Account, Batch, BatchSaves, Picture, PictureList, Save

#: Longest wait of one request, in seconds, before the next.
WAIT = 50


class Clearcut:
    """Every call may raise ClearcutError. Safe in several threads."""

    def __init__(
        self,
        base_url: Optional[str] = None,
        api_key: Optional[str] = None,
        *,
        timeout: float = 70.0,
        retries: int = 4,
    ) -> None:
        """Default: `CLEARCUT_URL` and `CLEARCUT_API_KEY` of the environment. `timeout` is in seconds, for each request. Raises ValueError."""
        url, key = base_url or os.environ.get("CLEARCUT_URL"), api_key or os.environ.get("CLEARCUT_API_KEY")
        if not url or not key:
            raise ValueError("Give base_url and api_key, or set CLEARCUT_URL and CLEARCUT_API_KEY")
        self._use(Transport(Options(url, key, timeout, retries)))

    def _use(self, transport: Transport) -> None:
        self._transport = transport
        self.webhooks = Webhooks(transport)
        self.keys = Keys(transport)

    def with_options(
        self,
        *,
        api_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> Clearcut:
        """A client of the same server with other options."""
        other = Clearcut.__new__(Clearcut)
        other._use(Transport(self._transport.options.changed(api_key=api_key, timeout=timeout, retries=retries)))
        return other

    @property
    def rate_limit(self) -> Optional[RateLimit]:
        """From the newest answer; None before the first."""
        return self._transport.rate_limit

    def cut_out(
        self,
        file: Optional[File] = None,
        *,
        url: Optional[str] = None,
        quality: str = "hd",
        name: Optional[str] = None,
        roi: Optional[Sequence[int]] = None,
        point: Optional[Sequence[int]] = None,
        accept_guess: bool = False,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Returns the HD cut-out, a PNG, for one credit; with quality "preview" the free preview.

        `timeout` bounds the wait for the cut-out and the HD file, in seconds.
        """
        picture_id = self.create_picture(file=file, url=url, name=name, roi=roi, point=point)["id"]
        until = None if timeout is None else time.monotonic() + timeout
        picture = self.when_ready(picture_id, timeout=timeout)
        if quality == "hd":
            if picture["isGuess"] and not accept_guess:
                # Only a look at the preview can tell whether it is worth a credit.
                raise ClearcutError("The server is not sure what to keep of this picture", 200, "subject_not_found")
            left = None if until is None else until - time.monotonic()
            self.save(picture_id, accept_guess=accept_guess, timeout=left)
        return self.file(picture_id, quality=quality)

    def create_picture(
        self,
        *,
        file: Optional[File] = None,
        url: Optional[str] = None,
        name: Optional[str] = None,
        batch_id: Optional[str] = None,
        webhook_url: Optional[str] = None,
        roi: Optional[Sequence[int]] = None,
        point: Optional[Sequence[int]] = None,
        idempotency_key: Optional[str] = None,
    ) -> Picture:
        """Uploads a picture: bytes, path or open file, or its public address. `roi` is x1, y1, x2, y2 in pixels.

        `webhook_url` receives the events of this picture, signed with the account's `key.webhookSecret`.
        """
        content, own_name = (None, None) if file is None else read_file(file)
        fields = {
            "url": url,
            "name": name or own_name,
            "batchId": batch_id,
            "webhookUrl": webhook_url,
            "roi": None if roi is None else ",".join(map(str, roi)),
            "point": None if point is None else ",".join(map(str, point)),
        }
        body, content_type = form_of({key: value for key, value in fields.items() if value is not None}, content)
        options: Any = {"wait": 0, "idempotency_key": idempotency_key}
        answer = self._transport.send("POST", "/v1/pictures/", body=body, content_type=content_type, **options)
        return cast(Picture, object_of(answer))

    def picture(self, picture_id: str, *, wait: Optional[int] = None) -> Picture:
        return self._picture(picture_id, wait)

    def _picture(self, picture_id: str, wait: Optional[int], until: Optional[float] = None) -> Picture:
        return cast(Picture, self._transport.send_json("GET", _path(picture_id), wait=wait, until=until))

    def when_ready(self, picture_id: str, *, timeout: Optional[float] = None) -> Picture:
        """Waits for the cut-out. Raises ClearcutError also when it failed, or after `timeout` seconds."""
        until = None if timeout is None else time.monotonic() + timeout
        late = ClearcutTimeout(f"The picture was not ready within {timeout or 0:g} seconds", 0, "timeout")
        while True:
            left = WAIT if until is None else until - time.monotonic()
            try:
                picture = self._picture(picture_id, max(1, min(WAIT, int(left))), until)
            except ClearcutTimeout as silence:
                if until is None or time.monotonic() < until:
                    raise
                raise late from silence
            if picture["status"] == "ready":
                return picture
            if picture["status"] == "failed":
                error = picture["error"]
                if error is None:
                    raise ClearcutError("The background could not be removed", 200, "image_failed")
                raise ClearcutError(error["message"], 200, error["errorCode"])
            if until is not None and time.monotonic() >= until:
                raise late

    def pictures(self, *, batch_id: Optional[str] = None) -> Iterator[Picture]:
        """All pictures, newest first, page after page."""
        cursor: Optional[str] = None
        while True:
            page = self.picture_page(batch_id=batch_id, cursor=cursor)
            yield from page["pictures"]
            cursor = page["nextCursor"]
            if cursor is None:
                return

    def picture_page(self, *, batch_id: Optional[str] = None, cursor: Optional[str] = None) -> PictureList:
        query = {"limit": 100, "batchId": batch_id, "cursor": cursor}
        return cast(PictureList, self._transport.send_json("GET", "/v1/pictures/", query=query))

    def change_settings(self, picture_id: str, settings: Mapping[str, Any]) -> Picture:
        return cast(Picture, self._transport.send_json("PATCH", _path(picture_id) + "settings/", dict(settings)))

    def save(
        self,
        picture_id: str,
        settings: Optional[Mapping[str, Any]] = None,
        *,
        accept_guess: bool = False,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Save:
        """Saves the picture in HD for one credit; free when saved already.

        Raises ClearcutTimeout after `timeout` seconds; the server continues, and a later call gets the file without paying again.
        """
        until = None if timeout is None else time.monotonic() + timeout
        key = idempotency_key or str(uuid.uuid4())
        body = {**(settings or {}), **({"acceptGuess": True} if accept_guess else {})}
        late = ClearcutTimeout(f"The picture was not saved within {timeout or 0:g} seconds", 0, "timeout")
        path = _path(picture_id) + "saves/"
        while True:
            left = WAIT if until is None else until - time.monotonic()
            options: Any = {"wait": max(1, min(WAIT, int(left))), "idempotency_key": key, "until": until}
            try:
                save = cast(Save, self._transport.send_json("POST", path, body, **options))
            except ClearcutTimeout as silence:
                if until is None or time.monotonic() < until:
                    raise
                raise late from silence
            if save["status"] == "completed":
                return save
            if until is not None and time.monotonic() >= until:
                raise late

    def file(self, picture_id: str, *, quality: str = "preview", **query: Any) -> bytes:
        """The finished picture: the free preview, or the HD file of a save. Takes `format`, `crop`, `margin`, `background`, `channels`, `scale` and `position`."""
        return self._transport.send("GET", _path(picture_id) + "file/", query={"quality": quality, **query})

    def delete(self, picture_id: str) -> None:
        self._transport.send("DELETE", _path(picture_id))

    def account(self) -> Account:
        return cast(Account, self._transport.send_json("GET", "/v1/account/"))

    def create_batch(self) -> Batch:
        """Begins a batch; each of its pictures is created with its id."""
        return cast(Batch, self._transport.send_json("POST", "/v1/batches/"))

    def batch(self, batch_id: str) -> Batch:
        return cast(Batch, self._transport.send_json("GET", _batch_path(batch_id)))

    def save_batch(
        self,
        batch_id: str,
        settings: Optional[Mapping[str, Any]] = None,
        *,
        accept_guess: bool = False,
        idempotency_key: Optional[str] = None,
    ) -> BatchSaves:
        """Saves every picture of the batch, for a credit each. Call again while one of the saves is "processing"."""
        body = {**(settings or {}), "acceptGuess": accept_guess}
        path = _batch_path(batch_id) + "saves/"
        return cast(BatchSaves, self._transport.send_json("POST", path, body, wait=WAIT, idempotency_key=idempotency_key))

    def batch_archive(self, batch_id: str, *, quality: str = "hd") -> bytes:
        """A ZIP of the batch's files and `manifest.json`."""
        return self._transport.send("GET", _batch_path(batch_id) + "archive/", query={"quality": quality})


def _batch_path(batch_id: str) -> str:
    return f"/v1/batches/{quote(batch_id, safe='')}/"


def _path(picture_id: str) -> str:
    return f"/v1/pictures/{quote(picture_id, safe='')}/"
