import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { CatalogueError } from '@clearcut/schemas/errors';
import { shapeProblem } from './json-shape.ts';

const MAX_JSON_BYTES = 64 * 1024;
/** Some clients send other words, such as `utf-8`. */
const COMPRESSED = /\b(?:gzip|deflate|br|zstd|compress)\b/i;
/** Many clients read no response while they send. */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024;
const MAX_DRAIN_MS = 10_000;

/**
 * Refuses a larger announced length at once. Drains the rest, so that the client reads the answer.
 * @throws CatalogueError validation_failed, upload_interrupted; what `tooLarge` makes
 */
export async function* bytesOf(
  request: IncomingMessage,
  limit: number,
  tooLarge: () => CatalogueError,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    if (COMPRESSED.test(request.headers['content-encoding'] ?? '')) throw invalid('Send the body uncompressed.');
    if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge();
    const chunks = chunksOf(request)[Symbol.asyncIterator]();
    for (;;) {
      const next = await chunks.next().catch(interrupted);
      if (next.done === true) return;
      bytes += next.value.length;
      if (bytes > limit) throw tooLarge();
      yield next.value;
    }
  } finally {
    // After other answers Node drains an unread body.
    if (request.readableDidRead || isLast(request)) await drain(request);
  }
}

function interrupted(cause: unknown): never {
  throw new CatalogueError('upload_interrupted', { cause });
}

/**
 * Undefined without a body, whatever its type.
 * @throws CatalogueError validation_failed, upload_interrupted
 */
export async function jsonOf(request: IncomingMessage): Promise<unknown> {
  const bytes = await wholeOf(request);
  const text = bytes.toString('utf8');
  if (text === '') return undefined;
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw invalid('Send the body as application/json.');
  }
  if (!isUtf8(bytes)) throw invalid('Send the body as UTF-8.');
  const problem = shapeProblem(bytes);
  if (problem !== undefined) throw invalid(problem);
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw invalid('The body is not valid JSON.', cause);
  }
}

/**
 * Some clients send `{}` with every POST.
 * @throws CatalogueError validation_failed above the JSON limit, upload_interrupted
 */
export async function ignoreBody(request: IncomingMessage): Promise<void> {
  await wholeOf(request);
}

async function wholeOf(request: IncomingMessage): Promise<Buffer> {
  if (!hasBody(request)) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytesOf(request, MAX_JSON_BYTES, jsonTooLong)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** RFC 9112, section 6.3. */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const jsonTooLong = (): CatalogueError => invalid(`The body is longer than ${MAX_JSON_BYTES} bytes.`);

const invalid = (message: string, cause?: unknown): CatalogueError =>
  new CatalogueError('validation_failed', { validationErrors: { body: message }, cause });

const isLast = ({ headers, httpVersionMinor }: IncomingMessage): boolean =>
  httpVersionMinor === 0 || /\bclose\b/i.test(headers.connection ?? '');

async function drain(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return;
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, MAX_DRAIN_MS);
  });
  await Promise.race([takeIn(request).catch(() => undefined), timeout]);
  clearTimeout(timer);
}

async function takeIn(request: IncomingMessage): Promise<void> {
  let bytes = 0;
  for await (const chunk of chunksOf(request)) {
    bytes += chunk.length;
    if (bytes > MAX_DRAINED_BYTES) return;
  }
}

/** Leaving a plain `for await` destroys the connection. */
const chunksOf = (request: IncomingMessage): AsyncIterable<Uint8Array> => request.iterator({ destroyOnReturn: false });
