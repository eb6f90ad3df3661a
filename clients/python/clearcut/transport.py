"""Sends requests. Retries a passing failure under the same Idempotency-Key, so that nothing is paid twice."""

from __future__ import annotations

import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Dict, Mapping, Optional, Tuple

from .errors import ClearcutError, error_of

#: Status codes of passing failures.
PASSING = {429, 502, 503, 504}
#: Error codes of conflicts that end by themselves.
PASSING_CODES = {"idempotency_key_in_use", "image_not_ready"}
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 20.0
#: Longer than the server waits.
TIMEOUT = 70.0


class Transport:
    def __init__(self, base_url: str, api_key: str, retries: int = 4) -> None:
        self._base_url = base_url.rstrip("/")
        self._api_key = api_key
        self._retries = retries

    def send(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[bytes] = None,
        content_type: str = "application/json",
        wait: Optional[int] = None,
        idempotency_key: Optional[str] = None,
    ) -> bytes:
        """The body of the answer. Raises ClearcutError."""
        given = {name: value for name, value in (query or {}).items() if value is not None}
        address = self._base_url + path + ("?" + urllib.parse.urlencode(given) if given else "")
        headers: Dict[str, str] = {"X-Api-Key": self._api_key}
        if body is not None:
            headers["Content-Type"] = content_type
        if wait is not None:
            headers["Prefer"] = "respond-async" if wait == 0 else f"wait={wait}"
        if method in ("POST", "PATCH"):
            headers["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
        tries = 0
        while True:
            request = urllib.request.Request(address, data=body, headers=headers, method=method)
            content, error, retry_after = _attempt(request)
            if error is None:
                return content
            may_pass = error.status == 0 or error.status in PASSING or error.code in PASSING_CODES
            if not may_pass or tries >= self._retries:
                raise error
            time.sleep(_pause(retry_after, tries))
            tries += 1

    def send_json(self, method: str, path: str, value: Any = None, **options: Any) -> Any:
        body = None if value is None else json.dumps(value).encode()
        return json.loads(self.send(method, path, body=body, **options))


def _attempt(request: urllib.request.Request) -> Tuple[bytes, Optional[ClearcutError], Optional[str]]:
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
            return answer.read(), None, None
    except urllib.error.HTTPError as refusal:
        with refusal:
            return b"", error_of(refusal.code, refusal.read()), refusal.headers.get("Retry-After")
    except OSError as failure:
        return b"", ClearcutError(f"The server could not be reached: {failure}", 0, "unreachable"), None


def _pause(retry_after: Optional[str], tries: int) -> float:
    """Seconds: the server's word, or else twice as long each time, and never the same for two clients."""
    if retry_after is not None and retry_after.isdigit():
        return min(float(retry_after), LONGEST_PAUSE * 3)
    return min(FIRST_PAUSE * 2**tries, LONGEST_PAUSE) * random.uniform(0.5, 1)
