"""A Clearcut server, as a program uses it."""

from __future__ import annotations

import json
import uuid
from typing import Any, Dict, Iterator, Mapping, Optional, Sequence, Tuple, cast
from urllib.parse import quote

from .errors import ClearcutError
from .transport import Transport
from .types import Account, Batch, Picture, PictureList, Save

#: Longest that one request waits, in seconds; then it is asked again.
WAIT = 50


class Clearcut:
    """Every call may raise ClearcutError."""

    def __init__(self, base_url: str, api_key: str, retries: int = 4) -> None:
        self._transport = Transport(base_url, api_key, retries)

    def cut_out(self, file: bytes, *, quality: str = "hd", name: Optional[str] = None) -> bytes:
        """From a picture to its HD cut-out, a PNG, for one credit; with quality "preview" to the free preview."""
        picture_id = self.create_picture(file=file, name=name)["id"]
        picture = self.when_ready(picture_id)
        if quality == "hd":
            if picture["isGuess"]:
                # Only a look at the preview can tell whether it is worth a credit.
                raise ClearcutError("The server is not sure what to keep of this picture", 200, "subject_not_found")
            self.save(picture_id)
        return self.file(picture_id, quality=quality)

    def create_picture(
        self,
        *,
        file: Optional[bytes] = None,
        url: Optional[str] = None,
        name: Optional[str] = None,
        batch_id: Optional[str] = None,
        roi: Optional[Sequence[int]] = None,
        point: Optional[Sequence[int]] = None,
        idempotency_key: Optional[str] = None,
    ) -> Picture:
        """Uploads a picture: its bytes, or the public address where it is. `roi` is a box x1, y1, x2, y2 in pixels."""
        fields = {
            "url": url,
            "name": name,
            "batchId": batch_id,
            "roi": None if roi is None else ",".join(map(str, roi)),
            "point": None if point is None else ",".join(map(str, point)),
        }
        body, content_type = _form({key: value for key, value in fields.items() if value is not None}, file)
        answer = self._json("POST", "/v1/pictures/", body, content_type, wait=0, idempotency_key=idempotency_key)
        return cast(Picture, answer)

    def picture(self, picture_id: str, *, wait: Optional[int] = None) -> Picture:
        return cast(Picture, self._transport.send_json("GET", _path(picture_id), wait=wait))

    def when_ready(self, picture_id: str) -> Picture:
        """The picture once its background is removed. Raises ClearcutError also when it could not be."""
        while True:
            picture = self.picture(picture_id, wait=WAIT)
            if picture["status"] == "ready":
                return picture
            if picture["status"] == "failed":
                error = picture["error"]
                if error is None:
                    raise ClearcutError("The background could not be removed", 200, "image_failed")
                raise ClearcutError(error["message"], 200, error["errorCode"])

    def pictures(self, *, batch_id: Optional[str] = None) -> Iterator[Picture]:
        """All pictures, newest first, page after page."""
        cursor: Optional[str] = None
        while True:
            query = {"limit": 100, "batchId": batch_id, "cursor": cursor}
            page = cast(PictureList, self._transport.send_json("GET", "/v1/pictures/", query=query))
            yield from page["pictures"]
            cursor = page["nextCursor"]
            if cursor is None:
                return

    def change_settings(self, picture_id: str, settings: Mapping[str, Any]) -> Picture:
        return cast(Picture, self._transport.send_json("PATCH", _path(picture_id) + "settings/", dict(settings)))

    def save(
        self,
        picture_id: str,
        settings: Optional[Mapping[str, Any]] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Save:
        """Saves the picture in HD as it is now, for one credit; what was saved before costs nothing."""
        key = idempotency_key or str(uuid.uuid4())
        while True:
            path = _path(picture_id) + "saves/"
            answer = self._transport.send_json("POST", path, dict(settings or {}), wait=WAIT, idempotency_key=key)
            save = cast(Save, answer)
            if save["status"] == "completed":
                return save

    def file(self, picture_id: str, *, quality: str = "preview", **query: Any) -> bytes:
        """The finished picture: the free preview, or the HD file of a save. Takes `format`, `crop`, `margin` and `background`."""
        return self._transport.send("GET", _path(picture_id) + "file/", query={"quality": quality, **query})

    def delete(self, picture_id: str) -> None:
        self._transport.send("DELETE", _path(picture_id))

    def account(self) -> Account:
        return cast(Account, self._transport.send_json("GET", "/v1/account/"))

    def create_batch(self) -> Batch:
        """Begins a batch; its id goes with each picture of it."""
        return cast(Batch, self._transport.send_json("POST", "/v1/batches/"))

    def batch(self, batch_id: str) -> Batch:
        return cast(Batch, self._transport.send_json("GET", f"/v1/batches/{quote(batch_id, safe='')}/"))

    def _json(self, method: str, path: str, body: bytes, content_type: str, **options: Any) -> Any:
        return json.loads(self._transport.send(method, path, body=body, content_type=content_type, **options))


def _path(picture_id: str) -> str:
    return f"/v1/pictures/{quote(picture_id, safe='')}/"


def _form(fields: Dict[str, str], file: Optional[bytes]) -> Tuple[bytes, str]:
    """A form with its media type (RFC 7578)."""
    boundary = uuid.uuid4().hex
    parts = [
        f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n'.encode() + value.encode() + b"\r\n"
        for name, value in fields.items()
    ]
    if file is not None:
        head = 'Content-Disposition: form-data; name="file"; filename="image"\r\nContent-Type: application/octet-stream'
        parts.append(f"--{boundary}\r\n{head}\r\n\r\n".encode() + file + b"\r\n")
    return b"".join(parts) + f"--{boundary}--\r\n".encode(), f"multipart/form-data; boundary={boundary}"
