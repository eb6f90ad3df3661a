import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { reasonOf } from '@clearcut/platform/reasons';
import { isUrl } from '../models/registry.ts';
import { get } from './http-get.ts';

/** Protobuf's limit. */
const MAX_BYTES = 2 ** 31;

export interface Source {
  readonly address: string;
  readonly bytes: number | undefined;
}

/**
 * Continues a shorter `part` if the server can; the caller checks the digest.
 * @param onProgress bytes present
 * @throws Error with one line for the user; `part` stays unless too large
 */
export async function download(
  { address, bytes }: Source,
  part: string,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<void> {
  const have = isUrl(address) ? await sizeOf(part) : 0;
  if (have === bytes) return;
  const { body, offset } = isUrl(address)
    ? await request({ address, bytes }, have, signal)
    : { body: createReadStream(address), offset: 0 };
  let there = offset;
  let isTooLarge = false;
  try {
    await pipeline(
      body,
      async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          there += chunk.length;
          isTooLarge = there > (bytes ?? MAX_BYTES);
          if (isTooLarge) throw new Error(`it is larger than the ${bytes ?? MAX_BYTES} bytes it should have`);
          onProgress(there);
          yield chunk;
        }
      },
      createWriteStream(part, { flags: offset === 0 ? 'w' : 'a', flush: true }),
      { signal },
    );
  } catch (error) {
    if (isTooLarge) await rm(part, { force: true });
    signal.throwIfAborted();
    throw new Error(`${address} could not be read to its end: ${reasonOf(error)}.`, { cause: error });
  }
  if (bytes !== undefined && there < bytes)
    throw new Error(`${address} ended after ${there} of ${bytes} bytes. The same command continues from there.`);
}

async function request(
  { address, bytes }: Source,
  have: number,
  signal: AbortSignal,
): Promise<{ body: Readable; offset: number }> {
  const headers: Record<string, string> = have === 0 ? {} : { range: `bytes=${have}-` };
  const response = await get(address, headers, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new Error(`${address} cannot be reached: ${reasonOf(error)}`, { cause: error });
  });
  const { statusCode: status, statusMessage = '' } = response;
  const isContinued = status === 206 && response.headers['content-range']?.startsWith(`bytes ${have}-`) === true;
  // The part is too long, or the server sends another range.
  if (have > 0 && !isContinued && (status === 416 || status === 206)) {
    response.destroy();
    return request({ address, bytes }, 0, signal);
  }
  if (status !== 200 && !isContinued) {
    response.destroy();
    throw new Error(`${address} was answered with ${status} ${statusMessage}`.trimEnd());
  }
  const offset = isContinued ? have : 0;
  const offered = offset + Number(response.headers['content-length'] ?? NaN);
  if (bytes !== undefined && offered >= 0 && offered !== bytes) {
    response.destroy();
    throw new Error(`${address} is another file: it has ${offered} bytes, and the model ${bytes}.`);
  }
  return { body: response, offset };
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}
