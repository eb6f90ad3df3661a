import { BULK_MANIFEST, CORRUPT_MARKER } from '@clearcut/schemas/transaction/archive';
import { downloadContracts } from '@clearcut/schemas/contracts/transaction/downloads';
import type { BulkManifest, Quality } from '@clearcut/schemas/transaction/saves-http';
import { Failure } from '../../../lib/errors/failure.ts';
import { send } from '../../../lib/contracts/call.ts';
import { readZipEntry } from './zip-entry.ts';

/** The server broke the archive off and said so at its end, or the end is missing. */
export class ArchiveCorrupt extends Error {
  override readonly name = 'ArchiveCorrupt';
}

export interface Archive {
  readonly file: Blob;
  readonly manifest: BulkManifest;
}

export interface ArchiveOptions {
  /** Bytes received so far. The server does not know the total either. */
  readonly onProgress: (bytes: number) => void;
  readonly signal: AbortSignal;
}

/** Above this, received bytes go to the browser as a Blob, which keeps large data on disk. */
const HAND_OVER_BYTES = 16 * 1024 * 1024;

/**
 * Downloads the pictures as one ZIP file.
 * @throws ArchiveCorrupt; Failure; a DOMException named AbortError when `signal` fires
 */
export async function fetchArchive(
  quality: Quality,
  ids: readonly string[],
  options: ArchiveOptions,
): Promise<Archive> {
  const { body } = await send(downloadContracts.bulk, { params: { quality }, body: ids, signal: options.signal });
  return openArchive(await collect(body ?? new Blob().stream(), options));
}

/** @throws ArchiveCorrupt */
export async function openArchive(file: Blob): Promise<Archive> {
  const end = await file.slice(-CORRUPT_MARKER.length).text();
  const text = end === CORRUPT_MARKER ? undefined : await readZipEntry(file, BULK_MANIFEST);
  if (text === undefined) throw new ArchiveCorrupt();
  return { file, manifest: JSON.parse(text) as BulkManifest };
}

async function collect(body: ReadableStream<Uint8Array<ArrayBuffer>>, options: ArchiveOptions): Promise<Blob> {
  const { onProgress, signal } = options;
  const parts: Blob[] = [];
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let waiting = 0;
  let bytes = 0;
  const handOver = () => {
    parts.push(new Blob(chunks));
    chunks = [];
    waiting = 0;
  };
  const reader = body.getReader();
  try {
    for (;;) {
      const { value: chunk } = await reader.read();
      if (chunk === undefined) break;
      chunks.push(chunk);
      bytes += chunk.length;
      waiting += chunk.length;
      if (waiting >= HAND_OVER_BYTES) handOver();
      onProgress(bytes);
    }
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Failure('network', { cause: error });
  }
  handOver();
  return new Blob(parts, { type: 'application/zip' });
}
