import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import type { Encoding, SiteAnswer, StoredBody } from '../site.ts';

/** Smaller documents fit in one packet anyway. */
const MIN_COMPRESSED_BYTES = 1024;
/** 0 to 11: 5 takes 1 to 2 ms and few more bytes. */
const BROTLI_QUALITY = 5;

const compress: Readonly<Record<Encoding, (body: Uint8Array) => Promise<Uint8Array>>> = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: promisify<Uint8Array, Buffer>(gzip),
};

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
  const isSmall = body instanceof Uint8Array && body.byteLength < MIN_COMPRESSED_BYTES;
  if (!isSmall) response.vary('accept-encoding');
  const stored = body instanceof Uint8Array ? madeNow(body) : body;
  if (status === 200) {
    // Weak: all encodings share it.
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
  // Node omits the body for HEAD.
  response.end(sent);
}

const madeNow = (body: Uint8Array): StoredBody => ({
  etag: createHash('sha256').update(body).digest('base64url').slice(0, 22),
  read: async (encoding) => (encoding === undefined ? body : compress[encoding](body)),
});
