"""Errors, as a program reads them."""

from __future__ import annotations

import json
from typing import Mapping, Optional


class ClearcutError(Exception):
    """An answer of the server that is no success, or no answer at all.

    `status` is 0 where no answer came. `code` is from the server's catalogue, such as `no_credits`; `unreachable` where no answer came.
    By `error_id` the operator finds what happened.
    """

    def __init__(
        self,
        message: str,
        status: int,
        code: str,
        error_id: Optional[str] = None,
        validation_errors: Optional[Mapping[str, str]] = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.error_id = error_id
        self.validation_errors = dict(validation_errors or {})


def error_of(status: int, body: bytes) -> ClearcutError:
    """The error that an answer tells. A proxy between may have answered something else."""
    try:
        said = json.loads(body)
        return ClearcutError(said["message"], status, said["errorCode"], said.get("uuid"), said.get("validation_errors"))
    except (ValueError, KeyError, TypeError):
        return ClearcutError(f"The server answered {status}", status, "unexpected")
