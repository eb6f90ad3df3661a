"""Against a running server: CLEARCUT_URL, CLEARCUT_API_KEY with at least one credit, and CLEARCUT_PHOTO, the path of a picture."""

import asyncio
import base64
import hashlib
import hmac
import json
import os
import socket
import tempfile
import threading
import time
import unittest

from clearcut import (
    AsyncClearcut,
    AuthenticationError,
    Clearcut,
    ClearcutError,
    ClearcutTimeout,
    InvalidRequest,
    NotFound,
    Unreachable,
    WebhookError,
    verify_webhook,
)
from clearcut.forms import form_of, read_file

URL = os.environ["CLEARCUT_URL"]
KEY = os.environ["CLEARCUT_API_KEY"]
PNG = b"\x89PNG"


def photo() -> bytes:
    with open(os.environ["CLEARCUT_PHOTO"], "rb") as file:
        return file.read()


class ClientTest(unittest.TestCase):
    def setUp(self) -> None:
        self.clearcut = Clearcut(URL, KEY)

    def test_a_file_becomes_an_hd_png_for_one_credit(self) -> None:
        before = self.clearcut.account()["credits"]
        self.assertEqual(self.clearcut.cut_out(photo(), name="Chair.jpg")[:4], PNG)
        self.assertEqual(self.clearcut.account()["credits"], before - 1)
        newest = next(self.clearcut.pictures())
        self.assertEqual((newest["name"], newest["status"]), ("Chair.jpg", "ready"))
        self.clearcut.delete(newest["id"])
        with self.assertRaises(NotFound) as gone:
            self.clearcut.picture(newest["id"])
        self.assertEqual((gone.exception.status, gone.exception.code), (404, "picture_not_found"))

    def test_a_batch_counts_its_pictures(self) -> None:
        batch = self.clearcut.create_batch()
        picture = self.clearcut.create_picture(file=photo(), batch_id=batch["id"])
        self.clearcut.when_ready(picture["id"])
        self.assertEqual(self.clearcut.batch(batch["id"])["ready"], 1)
        saved = self.clearcut.save_batch(batch["id"])
        self.assertEqual([save["status"] for save in saved["saves"]], ["completed"])
        self.assertEqual(self.clearcut.batch_archive(batch["id"])[:2], b"PK")

    def test_errors_say_what_is_wrong(self) -> None:
        with self.assertRaises(InvalidRequest) as refused:
            self.clearcut.create_picture(file=b"a text")
        self.assertEqual((refused.exception.status, refused.exception.code), (415, "file_type_unsupported"))
        self.assertIsNotNone(refused.exception.error_id)
        with self.assertRaises(AuthenticationError) as stranger:
            Clearcut(URL, "wrong").account()
        self.assertEqual(stranger.exception.code, "api_key_invalid")
        with self.assertRaises(Unreachable) as nowhere:
            Clearcut("http://127.0.0.1:9", KEY, retries=0).account()
        self.assertEqual((nowhere.exception.status, nowhere.exception.code), (0, "unreachable"))

    def test_a_path_and_an_open_file_are_taken_with_their_names(self) -> None:
        path = os.environ["CLEARCUT_PHOTO"]
        with open(path, "rb") as opened:
            pictures = [self.clearcut.create_picture(file=path), self.clearcut.create_picture(file=opened)]
        self.assertEqual([picture["name"] for picture in pictures], [os.path.basename(path)] * 2)
        with open(path, encoding="latin-1") as text, self.assertRaises(TypeError):
            self.clearcut.create_picture(file=text)  # type: ignore[arg-type]

    def test_settings_come_from_the_environment_and_change_by_with_options(self) -> None:
        clearcut = Clearcut()
        self.assertIsNone(clearcut.rate_limit)
        clearcut.account()
        limit = clearcut.rate_limit
        assert limit is not None
        self.assertTrue(0 < limit.remaining < limit.limit and limit.reset > time.time() - 1)
        with self.assertRaises(AuthenticationError):
            clearcut.with_options(api_key="wrong").account()
        clearcut.account()

    def test_a_server_that_says_nothing_and_a_picture_that_takes_long_end_in_time(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as silent:
            url = f"http://127.0.0.1:{silent.getsockname()[1]}"
            begun = time.monotonic()
            with self.assertRaises(ClearcutTimeout) as late:
                Clearcut(url, KEY, timeout=0.2, retries=0).account()
            self.assertEqual((late.exception.status, late.exception.code), (0, "timeout"))
            self.assertLess(time.monotonic() - begun, 2)

    def test_webhooks_and_keys(self) -> None:
        made = self.clearcut.webhooks.add("https://example.com/hook", types=["picture.ready"])
        self.assertTrue(made["secret"].startswith("whsec_"))
        self.assertIn(made["id"], [hook["id"] for hook in self.clearcut.webhooks.list()])
        self.clearcut.webhooks.change(made["id"], isEnabled=False)
        self.assertNotEqual(self.clearcut.webhooks.rotate_secret(made["id"])["secret"], made["secret"])
        self.clearcut.webhooks.remove(made["id"])
        self.assertIn(self.clearcut.account()["key"]["id"], [key["id"] for key in self.clearcut.keys.list()])

    def test_several_pictures_at_once_by_asyncio(self) -> None:
        async def run() -> None:
            clearcut = AsyncClearcut(timeout=60)
            path = os.environ["CLEARCUT_PHOTO"]
            previews = await asyncio.gather(*(clearcut.cut_out(path, quality="preview", timeout=100) for _ in range(2)))
            self.assertEqual([preview[:4] for preview in previews], [PNG, PNG])
            self.assertGreaterEqual(len([picture async for picture in clearcut.pictures()]), 2)
            with self.assertRaises(NotFound):
                await clearcut.with_options(retries=0).picture("00000000-0000-4000-8000-000000000000")
            self.assertIsInstance(await clearcut.webhooks.list(), list)

        asyncio.run(run())


class FailureTest(unittest.TestCase):
    def answered(self, answer: bytes) -> Clearcut:
        server = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(server.close)

        def serve() -> None:
            connection = server.accept()[0]
            with connection:
                connection.recv(65536)
                connection.sendall(answer)

        threading.Thread(target=serve, daemon=True).start()
        return Clearcut(f"http://127.0.0.1:{server.getsockname()[1]}", KEY, retries=0)

    def test_regression_an_answer_that_breaks_off_is_a_passing_failure(self) -> None:
        for status in (b"200 OK", b"503 Busy"):
            cut = self.answered(b"HTTP/1.1 " + status + b"\r\nContent-Length: 100\r\n\r\nabc")
            with self.assertRaises(Unreachable):
                cut.file("a")

    def test_regression_a_file_name_that_is_not_utf_8_is_sent_readably(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = os.fsdecode(os.fsencode(folder) + b"/caf\xe9.jpg")
            with open(path, "wb") as file:
                file.write(b"picture")
            content, name = read_file(path)
        body, _ = form_of({"name": name or ""}, content)
        self.assertIn(b"\r\n\r\ncaf?.jpg\r\n", body)


class WebhookTest(unittest.TestCase):
    secret = "whsec_" + base64.b64encode(b"0" * 32).decode()

    def signed(self, body: str, at: int) -> dict:
        content = f"msg_1.{at}.{body}".encode()
        signature = base64.b64encode(hmac.new(b"0" * 32, content, hashlib.sha256).digest()).decode()
        return {"Webhook-Id": "msg_1", "Webhook-Timestamp": str(at), "Webhook-Signature": f"v1,bm8= v1,{signature}"}

    def test_what_was_signed_is_believed_and_nothing_else(self) -> None:
        body = json.dumps({"type": "picture.ready"})
        headers = self.signed(body, int(time.time()))
        self.assertEqual(verify_webhook(body, headers, self.secret), {"type": "picture.ready"})
        for wrong in (
            lambda: verify_webhook(body + " ", headers, self.secret),
            lambda: verify_webhook(body, self.signed(body, int(time.time()) - 3600), self.secret),
            lambda: verify_webhook(body, {}, self.secret),
            lambda: verify_webhook(body, headers, "whsec_" + base64.b64encode(b"1" * 32).decode()),
        ):
            with self.assertRaises(WebhookError):
                wrong()


if __name__ == "__main__":
    unittest.main()
