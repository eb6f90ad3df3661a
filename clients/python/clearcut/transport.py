"""Sends requests and retries transient failures under one Idempotency-Key, so that nothing is paid twice."""

from __future__ import annotations

import http.client
import json
import random
import re
import socket
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Any, Dict, Mapping, Optional

from .errors import ClearcutError, ClearcutTimeout, Unreachable, error_of

#: Status codes of transient failures.
PASSING = {429, 502, 503, 504}
#: Error codes of conflicts that end by themselves.
PASSING_CODES = {"idempotency_key_in_use", "image_not_ready"}
FIRST_PAUSE = 0.5
MAX_PAUSE = 20.0
MAX_RETRY_AFTER = 120.0
#: Share of the timeout requested as the wait of the server.
WAIT_SHARE = 0.75
SHORTEST_TIMEOUT = 0.1
#: The longest that poll() takes, in seconds.
MAX_TIMEOUT = (2**31 - 1) // 1000


#: Set once the caller has gone.
CANCELLED: ContextVar[Optional[threading.Event]] = ContextVar("clearcut_cancelled", default=None)


@dataclass(frozen=True)
class RateLimit:
    """Requests of the key in its window; `reset` is a Unix time in seconds."""

    limit: int
    remaining: int
    reset: int


@dataclass(frozen=True)
class Options:
    base_url: str
    api_key: str
    #: Seconds without a byte from the server.
    timeout: float = 70.0
    retries: int = 4

    def __post_init__(self) -> None:
        """Raises ValueError."""
        if not _is_address(self.base_url):
            raise ValueError("base_url is an address such as https://clearcut.example.com")
        if re.fullmatch(r"[!-~]+", self.api_key) is None:
            raise ValueError("api_key has characters that are in no key")
        if not isinstance(self.timeout, (int, float)) or not 0 < self.timeout <= MAX_TIMEOUT:
            raise ValueError(f"timeout is in seconds, above 0 and up to {MAX_TIMEOUT}")

    def changed(self, **changes: Any) -> Options:
        return replace(self, **{name: value for name, value in changes.items() if value is not None})


class _Redirects(urllib.request.HTTPRedirectHandler):
    """A file may be on another server, which must not receive the key."""

    def redirect_request(
        self, req: urllib.request.Request, fp: Any, code: int, msg: str, headers: Any, newurl: str
    ) -> Optional[urllib.request.Request]:
        here, there = (urllib.parse.urlsplit(address)[:2] for address in (req.full_url, newurl))
        if req.get_method() != "GET":
            text = f"The server sends on to {'://'.join(there)}: give that address"
            raise ClearcutError(text, code, "redirected")
        following = super().redirect_request(req, fp, code, msg, headers, newurl)
        if following is not None and here != there:
            following.remove_header("X-api-key")
        return following


_OPENER = urllib.request.build_opener(_Redirects)


class Transport:
    def __init__(self, options: Options) -> None:
        self.options = options
        #: From the newest answer.
        self.rate_limit: Optional[RateLimit] = None

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
        until: Optional[float] = None,
    ) -> bytes:
        """The body of the answer. Tries no longer than `until`, by the monotonic clock. Raises ClearcutError."""
        given = {name: value for name, value in (query or {}).items() if value is not None}
        address = self.options.base_url.rstrip("/") + path
        address += "?" + urllib.parse.urlencode(given) if given else ""
        headers: Dict[str, str] = {"X-Api-Key": self.options.api_key}
        if body is not None:
            headers["Content-Type"] = content_type
        if wait is not None:
            longest = max(1, int(self.options.timeout * WAIT_SHARE))
            headers["Prefer"] = "respond-async" if wait == 0 else f"wait={min(wait, longest)}"
        if method in ("POST", "PATCH"):
            headers["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
        tries = 0
        cancelled = CANCELLED.get() or threading.Event()
        while True:
            if cancelled.is_set():
                raise ClearcutError("The call was cancelled", 0, "cancelled")
            try:
                request = urllib.request.Request(address, data=body, headers=headers, method=method)
                return self._attempt(request, self._timeout(until))
            except ClearcutError as error:
                may_pass = error.status == 0 or error.status in PASSING or error.code in PASSING_CODES
                pause = _pause(error.retry_after, tries)
                is_over = until is not None and time.monotonic() + pause >= until
                is_long = pause > MAX_RETRY_AFTER
                if not may_pass or is_over or is_long or tries >= self.options.retries:
                    raise
                cancelled.wait(pause)
            tries += 1

    def _timeout(self, until: Optional[float]) -> float:
        if until is None:
            return self.options.timeout
        return min(self.options.timeout, max(SHORTEST_TIMEOUT, until - time.monotonic()))

    def send_json(self, method: str, path: str, value: Any = None, **options: Any) -> Any:
        body = None if value is None else json.dumps(value).encode()
        answer = self.send(method, path, body=body, **options)
        return object_of(answer) if answer else None

    def _attempt(self, request: urllib.request.Request, timeout: float) -> bytes:
        try:
            return self._answer(request, timeout)
        except (OSError, http.client.HTTPException) as failure:
            reason = getattr(failure, "reason", failure)
            if isinstance(reason, (socket.timeout, TimeoutError)):
                text = f"The server sent nothing for {timeout:g} seconds"
                raise ClearcutTimeout(text, 0, "timeout") from failure
            raise Unreachable(f"The server could not be reached: {reason}", 0, "unreachable") from failure

    def _answer(self, request: urllib.request.Request, timeout: float) -> bytes:
        try:
            with _OPENER.open(request, timeout=timeout) as answer:
                if answer.headers.get_content_type() == "text/html":
                    raise _not_ours()
                self.rate_limit = _rate_limit(answer.headers) or self.rate_limit
                content: bytes = answer.read()
                return content
        except urllib.error.HTTPError as refusal:
            with refusal:
                self.rate_limit = _rate_limit(refusal.headers) or self.rate_limit
                raise error_of(refusal.code, refusal.read(), refusal.headers.get("Retry-After")) from None


def object_of(answer: bytes) -> Any:
    """Raises ClearcutError for a page, such as a hotel's login page, in the answer's place."""
    try:
        value = json.loads(answer)
    except ValueError:
        value = None
    if isinstance(value, dict):
        return value
    raise _not_ours()


def _not_ours() -> ClearcutError:
    return ClearcutError("The answer is not Clearcut's: does base_url name its server?", 200, "unexpected")


def _is_address(text: str) -> bool:
    if re.fullmatch(r"https?://[^\s/?#@]+(/[^\s?#]*)?", text, re.IGNORECASE) is None:
        return False
    try:
        parts = urllib.parse.urlsplit(text)
        return bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def _rate_limit(headers: Any) -> Optional[RateLimit]:
    said = [headers.get(f"X-RateLimit-{name}") for name in ("Limit", "Remaining", "Reset")]
    return RateLimit(*map(int, said)) if all(value is not None and value.isdigit() for value in said) else None


def _pause(retry_after: Optional[float], tries: int) -> float:
    """Seconds: as the server says, or else exponential backoff with jitter."""
    if retry_after is not None:
        return retry_after
    return min(FIRST_PAUSE * 2.0**tries, MAX_PAUSE) * random.uniform(0.5, 1)
