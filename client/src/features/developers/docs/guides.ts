import type { ApiGuide } from '@clearcut/schemas/site/content';
import { ltr } from '../../../lib/i18n/ltr.ts';
import type { Snippets } from '@clearcut/schemas/api-reference/snippets';

export const GUIDE_VALUES = {
  key: ltr('X-Api-Key'),
  setting: ltr('REMBG_FACADE=true'),
  library: ltr('standardwebhooks'),
} as const;

/** @param server without a trailing slash */
export function guideCode(guide: ApiGuide, server: string): Snippets {
  return CODE[guide](server);
}

const CODE: Readonly<Record<ApiGuide, (server: string) => Snippets>> = {
  start: (server) => ({
    curl: `export CLEARCUT_API_KEY=cck_live_…

# Uploads the picture, and waits up to 30 seconds for its cut-out.
curl '${server}/v1/pictures/' \\
  -H "X-Api-Key: $CLEARCUT_API_KEY" \\
  -H 'Prefer: wait=30' \\
  -F file=@photo.jpg

# The free preview; ID is the id that the answer names.
curl '${server}/v1/pictures/ID/file/' \\
  -H "X-Api-Key: $CLEARCUT_API_KEY" \\
  -o cutout.png`,
    TypeScript: `import { readFile, writeFile } from 'node:fs/promises';
import { Clearcut } from '@clearcut/sdk';

const clearcut = new Clearcut({ baseUrl: '${server}', apiKey: process.env.CLEARCUT_API_KEY! });
// An HD file for one credit; with quality: 'preview' it is free.
const cutout = await clearcut.cutOut({ file: await readFile('photo.jpg') });
await writeFile('cutout.png', cutout);`,
    Python: `import os

from clearcut import Clearcut

clearcut = Clearcut("${server}", api_key=os.environ["CLEARCUT_API_KEY"])
# An HD file for one credit; with quality="preview" it is free.
with open("photo.jpg", "rb") as photo, open("cutout.png", "wb") as cutout:
    cutout.write(clearcut.cut_out(photo.read()))`,
  }),
  removebg: (server) => ({
    curl: `curl '${server}/v1.0/removebg' \\
  -H "X-Api-Key: $CLEARCUT_API_KEY" \\
  -F image_file=@photo.jpg \\
  -F size=auto \\
  -D - -o cutout.png`,
    TypeScript: `import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';

const form = new FormData();
form.set('image_file', await openAsBlob('photo.jpg'), 'photo.jpg');
form.set('size', 'auto');
const answer = await fetch('${server}/v1.0/removebg', {
  method: 'POST',
  headers: { 'X-Api-Key': process.env.CLEARCUT_API_KEY! },
  body: form,
});
if (!answer.ok) throw new Error(await answer.text());
await writeFile('cutout.png', Buffer.from(await answer.arrayBuffer()));`,
    Python: `import os

import requests

answer = requests.post(
    "${server}/v1.0/removebg",
    headers={"X-Api-Key": os.environ["CLEARCUT_API_KEY"]},
    files={"image_file": open("photo.jpg", "rb")},
    data={"size": "auto"},
)
answer.raise_for_status()
with open("cutout.png", "wb") as cutout:
    cutout.write(answer.content)`,
  }),
  rembg: (server) => ({
    curl: `curl -F file=@photo.jpg '${server}/api/remove' -o cutout.png

curl '${server}/api/remove?url=https://example.com/photo.jpg' -o cutout.png`,
  }),
  webhooks: () => ({
    TypeScript: `import { verifyWebhook, WebhookError } from '@clearcut/sdk';

export async function POST(request: Request): Promise<Response> {
  try {
    // The body exactly as it came: parsed and written again it has another signature.
    const event = await verifyWebhook<{ type: string; data: unknown }>(
      await request.text(),
      request.headers,
      process.env.WEBHOOK_SECRET!,
    );
    console.log(event.type, event.data);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (error instanceof WebhookError) return new Response(null, { status: 400 });
    throw error;
  }
}`,
    Python: `import os
from http.server import BaseHTTPRequestHandler, HTTPServer

from clearcut import WebhookError, verify_webhook


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        # The body exactly as it came: parsed and written again it has another signature.
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            event = verify_webhook(body, self.headers, os.environ["WEBHOOK_SECRET"])
            print(event["type"], event["data"])
            self.send_response(204)
        except WebhookError:
            self.send_response(400)
        self.end_headers()


HTTPServer(("", 8080), Receiver).serve_forever()`,
  }),
};
