import type { IncomingMessage } from 'node:http';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A client that is still sending does not read our answer, so a little more than the limit is taken in and thrown away. */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024;
const MAX_DRAIN_MS = 10_000;

/**
 * The body of a request as it arrives. The limit is the reader's; `announced` is checked here so that a body that says it
 * is too large is not even written down.
 * @throws CatalogueError upload_interrupted when the client goes away, file_too_large
 */
export async function* rawBody({ raw, headers }: FastifyRequest, limit: number): AsyncGenerator<Uint8Array> {
  if (Number(headers['content-length'] ?? 0) > limit) throw new CatalogueError('file_too_large');
  try {
    for await (const chunk of chunksOf(raw)) yield chunk;
  } catch (error) {
    throw new CatalogueError('upload_interrupted', { cause: error });
  }
}

/** Takes in what is left of a refused body, within bounds, and closes the connection after the answer. */
export async function discardRest({ raw }: FastifyRequest, reply: FastifyReply): Promise<void> {
  void reply.header('connection', 'close');
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, MAX_DRAIN_MS);
  });
  // A client that went away instead has no use for the answer.
  await Promise.race([drain(raw).catch(() => undefined), timeout]);
  clearTimeout(timer);
}

async function drain(raw: IncomingMessage): Promise<void> {
  if (raw.readableEnded || raw.destroyed) return;
  let bytes = 0;
  for await (const chunk of chunksOf(raw)) {
    bytes += chunk.length;
    if (bytes > MAX_DRAINED_BYTES) return;
  }
}

/** Leaving a plain `for await` early would destroy the request, and with it the connection that the answer goes to. */
const chunksOf = (raw: IncomingMessage): AsyncIterable<Uint8Array> => raw.iterator({ destroyOnReturn: false });
