"""Wrong calls, short timeouts and proxies. Needs no Clearcut server."""

import asyncio
import http.server
import socket
import threading
import time
import unittest
from typing import Any, List, Optional, Tuple

from clearcut import AsyncClearcut, Clearcut, ClearcutError, ClearcutTimeout, ServerError

KEY = "cck_live_test"
URL = "https://clearcut.example.com"


class WrongCallTest(unittest.TestCase):
    def served(self, answer: bytes, status: int = 200, kind: str = "application/json") -> Tuple[str, List[Optional[str]]]:
        """Address of a server, and the Prefer headers that came."""
        preferred: List[Optional[str]] = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                preferred.append(self.headers["Prefer"])
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.end_headers()
                self.wfile.write(answer)

            def do_POST(self) -> None:
                self.rfile.read(int(self.headers["Content-Length"]))
                self.do_GET()

            def log_message(self, *_: Any) -> None:
                pass

        server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return f"http://127.0.0.1:{server.server_port}", preferred

    def test_regression_a_wrong_address_was_tried_five_times_then_called_an_unreachable_server(self) -> None:
        hosts = ["http://", "http://a:b@host", "http://host:x", "http://host:99999", "http://[::1", "http://a b"]
        for address in ["localhost:3000", "clearcut.example.com", "ftp://host", "file:///etc", *hosts]:
            with self.subTest(address), self.assertRaisesRegex(ValueError, "base_url is an address"):
                Clearcut(address, KEY)
        for address in ["http://localhost:3000/", "HTTPS://host/below", "http://[::1]:3000"]:
            Clearcut(address, KEY)

    def test_regression_a_save_that_never_ended_was_awaited_for_ever(self) -> None:
        url, preferred = self.served(b'{"status": "processing"}')
        with self.assertRaisesRegex(ClearcutTimeout, "not saved within 0.2 seconds"):
            Clearcut(url, KEY).save("a", timeout=0.2)
        self.assertEqual(set(preferred), {"wait=1"})

    def test_regression_a_wrong_timeout_or_key_failed_only_at_the_call(self) -> None:
        wrong: List[Any] = [0, -1, float("nan"), float("inf"), "5"]
        for timeout in wrong:
            with self.subTest(timeout), self.assertRaisesRegex(ValueError, "timeout is in seconds"):
                Clearcut(URL, KEY, timeout=timeout)
        clearcut = Clearcut(URL, KEY)
        with self.assertRaisesRegex(ValueError, "timeout is in seconds"):
            clearcut.with_options(timeout=0)
        for key in ["cck_live_…", f"{KEY}\n"]:
            with self.subTest(key), self.assertRaisesRegex(ValueError, "api_key has characters"):
                clearcut.with_options(api_key=key)

    def test_regression_the_requested_wait_exceeded_the_timeout(self) -> None:
        url, preferred = self.served(b'{"status":"ready"}')
        for timeout in (1.0, 20.0, 70.0):
            Clearcut(url, KEY, timeout=timeout).when_ready("a")
        self.assertEqual(preferred, ["wait=1", "wait=15", "wait=50"])

    def test_an_answer_that_is_no_object_keeps_its_status(self) -> None:
        for body in (b"null", b"[]", b'"no"', b"<p>no</p>"):
            url, _ = self.served(body, 500)
            with self.subTest(body), self.assertRaises(ServerError) as refused:
                Clearcut(url, KEY).account()
            self.assertEqual((refused.exception.status, refused.exception.code), (500, "unexpected"))

    def test_regression_a_login_page_in_the_answers_place_ended_in_a_parse_error(self) -> None:
        for body in (b"<p>Welcome</p>", b"null"):
            url, _ = self.served(body)
            for call in (Clearcut(url, KEY).account, lambda: Clearcut(url, KEY).create_picture(file=b"picture")):
                with self.subTest(body), self.assertRaises(ClearcutError) as refused:
                    call()
                self.assertEqual((refused.exception.status, refused.exception.code), (200, "unexpected"))

    def test_regression_a_login_page_was_the_file_of_a_picture(self) -> None:
        url, _ = self.served(b"<p>Welcome</p>", kind="text/html; charset=utf-8")
        for call in (Clearcut(url, KEY).file, Clearcut(url, KEY).batch_archive):
            with self.assertRaises(ClearcutError) as refused:
                call("a")
            self.assertEqual((refused.exception.status, refused.exception.code), (200, "unexpected"))

    def test_regression_the_wait_for_a_picture_outlasted_its_timeout(self) -> None:
        url, requests = self.served(b"{}", 503)
        begun = time.monotonic()
        with self.assertRaises(ServerError):
            Clearcut(url, KEY, retries=50).when_ready("a", timeout=0.9)
        with socket.create_server(("127.0.0.1", 0)) as silent:
            silent_url = f"http://127.0.0.1:{silent.getsockname()[1]}"
            with self.assertRaisesRegex(ClearcutTimeout, "not ready within 0.3 seconds"):
                Clearcut(silent_url, KEY).when_ready("a", timeout=0.3)
        self.assertLess(time.monotonic() - begun, 5)
        self.assertGreater(len(requests), 1)

    def test_regression_a_cancelled_call_was_repeated_and_went_on_to_save(self) -> None:
        url, requests = self.served(b"{}", 503)

        async def cancelled() -> None:
            call = asyncio.ensure_future(AsyncClearcut(url, KEY, retries=50).cut_out(b"picture"))
            while not requests:
                await asyncio.sleep(0.01)
            call.cancel()
            await asyncio.wait([call])

        # Waits for the thread.
        asyncio.run(cancelled())
        self.assertEqual(len(requests), 1)

    def test_regression_a_file_of_another_kind_had_no_attribute_read(self) -> None:
        wrong: Any = 5
        with self.assertRaisesRegex(TypeError, "bytes, a path or an open file"):
            Clearcut(URL, KEY).create_picture(file=wrong)


if __name__ == "__main__":
    unittest.main()
