"""Forms with a picture (RFC 7578)."""

from __future__ import annotations

import os
import uuid
from typing import BinaryIO, Dict, Optional, Tuple, Union

#: Bytes, a path, or an open file.
File = Union[bytes, str, "os.PathLike[str]", BinaryIO]


def read_file(file: File) -> Tuple[bytes, Optional[str]]:
    """Bytes with the file's name, where it has one. Raises OSError, TypeError."""
    if isinstance(file, (bytes, bytearray, memoryview)):
        return bytes(file), None
    if isinstance(file, (str, os.PathLike)):
        with open(file, "rb") as opened:
            return opened.read(), os.path.basename(os.fspath(file))
    if not hasattr(file, "read"):
        raise TypeError("file is bytes, a path or an open file")
    content = file.read()
    if not isinstance(content, bytes):
        raise TypeError("Open the file for bytes: open(path, 'rb')")
    name = getattr(file, "name", None)
    return content, os.path.basename(name) if isinstance(name, str) else None


def form_of(fields: Dict[str, str], file: Optional[bytes]) -> Tuple[bytes, str]:
    """A form with its media type. Names of files may hold bytes that are not UTF-8."""
    boundary = uuid.uuid4().hex
    parts = [
        f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode(errors="replace")
        for name, value in fields.items()
    ]
    if file is not None:
        head = 'Content-Disposition: form-data; name="file"; filename="image"\r\nContent-Type: application/octet-stream'
        parts.append(f"--{boundary}\r\n{head}\r\n\r\n".encode() + file + b"\r\n")
    return b"".join(parts) + f"--{boundary}--\r\n".encode(), f"multipart/form-data; boundary={boundary}"
