"""Answers of the API, as the server's OpenAPI document describes them. Later versions may have more fields."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, TypedDict


class PictureError(TypedDict):
    errorCode: str
    message: str


class SaveView(TypedDict):
    saveId: str
    opId: str
    versionId: str
    savedAt: str
    width: int
    height: int
    bytes: int
    isCurrent: bool


class Picture(TypedDict):
    id: str
    #: `processing`, `ready` or `failed`
    status: str
    name: str
    width: int
    height: int
    batchId: Optional[str]
    subject: Dict[str, Any]
    isGuess: bool
    settings: Dict[str, Any]
    error: Optional[PictureError]
    save: Optional[SaveView]
    createdAt: str
    expiresAt: str


class PictureList(TypedDict):
    pictures: List[Picture]
    nextCursor: Optional[str]


class SavedFile(TypedDict):
    width: int
    height: int
    bytes: int
    sha256: str


class Save(TypedDict):
    #: None with a test key, which saves nothing.
    id: Optional[str]
    pictureId: str
    #: `processing` or `completed`
    status: str
    creditsCharged: int
    creditsLeft: int
    file: Optional[SavedFile]


class Batch(TypedDict):
    id: str
    total: int
    processing: int
    ready: int
    failed: int


class BatchSave(TypedDict):
    #: None with a test key, and where nothing was saved.
    id: Optional[str]
    pictureId: str
    #: `processing`, `completed` or `failed`
    status: str
    creditsCharged: int
    file: Optional[SavedFile]
    error: Optional[PictureError]


class BatchSaves(TypedDict):
    #: Newest picture first.
    saves: List[BatchSave]
    creditsCharged: int
    creditsLeft: int


class Account(TypedDict):
    teamId: str
    credits: int
    creditsWithoutPlan: int
    key: Dict[str, Any]


class Webhook(TypedDict):
    id: str
    url: str
    types: List[str]
    isEnabled: bool
    disabledBecause: Optional[str]
    failingSince: Optional[str]
    createdAt: str


class WebhookSecret(TypedDict):
    id: str
    secret: str
    oldValidUntil: Optional[str]


class ApiKey(TypedDict):
    id: str
    label: str
    hint: str
    mode: str
    scopes: List[str]
    limits: Dict[str, Any]
    networks: List[str]
    origins: List[str]
    createdBy: str
    createdAt: str
    expiresAt: Optional[str]
    lastUsedAt: Optional[str]
    use: List[Dict[str, Any]]
