import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import type { Encoding, SiteAnswer, StoredBody } from '../site.ts';

/** Below this a document goes in one packet however it is written. */
const WORTH_COMPRESSING_BYTES = 1024;
/** Of eleven: a document takes a millisecond or two, and comes out a few percent larger than at the best. */
const BROTLI_QUALITY = 5;

const compress: Readonly<Record<Encoding, (body: Uint8Array) => Promise<Uint8Array>>> = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: promisify<Uint8Array, Buffer>(gzip),
};

/** Sends a page in the smallest form that the client takes; a client that has it already is told so (304). */
export async function sendAnswer(
  { status, headers, body }: SiteAnswer,
  request: Request,
  response: Response,
): Promise<void> {
  response.status(status).set(headers);
  if (body === undefined) {
    response.end();
    return;
  }
  const isSmall = body instanceof Uint8Array && body.byteLength < WORTH_COMPRESSING_BYTES;
  if (!isSmall) response.vary('accept-encoding');
  const stored = body instanceof Uint8Array ? madeNow(body) : body;
  if (status === 200) {
    // Weak, since each form of the page has the same one.
    response.setHeader('etag', `W/"${stored.etag}"`);
    if (request.fresh) {
      response.status(304).end();
      return;
    }
  }
  const accepted = request.acceptsEncodings();
  const encoding = isSmall ? undefined : (['br', 'gzip'] as const).find((one) => accepted.includes(one));
  const sent = await stored.read(encoding);
  if (encoding !== undefined) response.setHeader('content-encoding', encoding);
  response.setHeader('content-length', sent.byteLength);
  // Node leaves out the body of an answer to HEAD.
  response.end(sent);
}

const madeNow = (body: Uint8Array): StoredBody => ({
  etag: createHash('sha256').update(body).digest('base64url').slice(0, 22),
  read: async (encoding) => (encoding === undefined ? body : compress[encoding](body)),
});
