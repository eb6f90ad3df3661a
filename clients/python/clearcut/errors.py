"""Errors of the client."""

from __future__ import annotations

import json
from typing import Dict, Mapping, Optional, Type


class ClearcutError(Exception):
    """An answer of the server that is no success, or no answer at all.

    `status` is 0 where no answer came. `code` is from the server's catalogue, such as `no_credits`.
    By `error_id` the operator finds what happened. `retry_after` is in seconds.
    """

    def __init__(
        self,
        message: str,
        status: int,
        code: str,
        error_id: Optional[str] = None,
        validation_errors: Optional[Mapping[str, str]] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.error_id = error_id
        self.validation_errors = dict(validation_errors or {})
        self.retry_after = retry_after


class InvalidRequest(ClearcutError):
    """400, 413, 415, 416 or 422: the same request would fail again."""


class AuthenticationError(ClearcutError):
    """401: the key is missing, mistyped, revoked or expired."""


class NoCredits(ClearcutError):
    """402: the team or the key has no credits left."""


class PermissionDenied(ClearcutError):
    """403: the key lacks the scope, or may not be used from here."""


class NotFound(ClearcutError):
    """404 or 410: it is not there, not yours, or was deleted."""


class Conflict(ClearcutError):
    """409: the present state does not allow it."""


class RateLimited(ClearcutError):
    """429, after all retries."""


class ServerError(ClearcutError):
    """5xx, after all retries where it may pass."""


class Unreachable(ClearcutError):
    """No answer came."""


class ClearcutTimeout(Unreachable):
    """No answer came in time."""


_TYPES: Dict[int, Type[ClearcutError]] = {
    401: AuthenticationError,
    402: NoCredits,
    403: PermissionDenied,
    404: NotFound,
    409: Conflict,
    410: NotFound,
    429: RateLimited,
}


def error_of(status: int, body: bytes, retry_after: Optional[str] = None) -> ClearcutError:
    """Reads the error of an answer, which may be a proxy's."""
    kind = _TYPES.get(status, ServerError if status >= 500 else InvalidRequest)
    seconds = float(retry_after) if retry_after is not None and retry_after.isdigit() else None
    try:
        said = json.loads(body)
        facts = said["message"], status, said["errorCode"], said.get("uuid"), said.get("validation_errors")
        return kind(*facts, retry_after=seconds)
    except (ValueError, KeyError, TypeError):
        return kind(f"The server answered {status}", status, "unexpected", retry_after=seconds)
