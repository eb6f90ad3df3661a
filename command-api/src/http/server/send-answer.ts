import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import type { SiteAnswer } from '../site.ts';

/** Below this a document goes in one packet however it is written. */
const WORTH_COMPRESSING_BYTES = 1024;
/** Of eleven: a document takes a millisecond or two, and comes out a few percent larger than at the best. */
const BROTLI_QUALITY = 5;

const brotli = promisify(brotliCompress);
const FORMS = [
  ['br', (body: Uint8Array) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })],
  ['gzip', promisify<Uint8Array, Buffer>(gzip)],
] as const;

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
  if (status === 200) {
    // Weak, since each form of the page has the same one.
    response.setHeader('etag', `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`);
    if (request.fresh) {
      response.status(304).end();
      return;
    }
  }
  const sent = await compressed(body, request, response);
  response.setHeader('content-length', sent.byteLength);
  // Node leaves out the body of an answer to HEAD.
  response.end(sent);
}

async function compressed(body: Uint8Array, request: Request, response: Response): Promise<Uint8Array> {
  if (body.byteLength < WORTH_COMPRESSING_BYTES) return body;
  response.vary('accept-encoding');
  const accepted = request.acceptsEncodings();
  const [encoding, compress] = FORMS.find(([name]) => accepted.includes(name)) ?? [];
  if (encoding === undefined || compress === undefined) return body;
  const sent = await compress(body);
  response.setHeader('content-encoding', encoding);
  return sent;
}
