"""Against a running server: CLEARCUT_URL, CLEARCUT_API_KEY with at least one credit, and CLEARCUT_PHOTO, the path of a picture."""

import base64
import hashlib
import hmac
import json
import os
import time
import unittest

from clearcut import Clearcut, ClearcutError, WebhookError, verify_webhook

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
        with self.assertRaises(ClearcutError) as gone:
            self.clearcut.picture(newest["id"])
        self.assertEqual((gone.exception.status, gone.exception.code), (404, "transaction_not_found"))

    def test_a_batch_counts_its_pictures(self) -> None:
        batch = self.clearcut.create_batch()
        picture = self.clearcut.create_picture(file=photo(), batch_id=batch["id"])
        self.clearcut.when_ready(picture["id"])
        self.assertEqual(self.clearcut.batch(batch["id"])["ready"], 1)

    def test_errors_say_what_is_wrong(self) -> None:
        with self.assertRaises(ClearcutError) as refused:
            self.clearcut.create_picture(file=b"a text")
        self.assertEqual((refused.exception.status, refused.exception.code), (415, "file_type_unsupported"))
        self.assertIsNotNone(refused.exception.error_id)
        with self.assertRaises(ClearcutError) as stranger:
            Clearcut(URL, "wrong").account()
        self.assertEqual(stranger.exception.code, "api_key_invalid")
        with self.assertRaises(ClearcutError) as nowhere:
            Clearcut("http://127.0.0.1:9", KEY, retries=0).account()
        self.assertEqual((nowhere.exception.status, nowhere.exception.code), (0, "unreachable"))


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
