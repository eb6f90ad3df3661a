import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { CatalogueError } from '@clearcut/schemas/errors';

/** RFC 2046, section 5.1.1. */
const BOUNDARY = /;\s*boundary=(?:"([\w'()+,./:=? -]{1,70})"|([\w'()+,./:=?-]{1,70}))(?=\s*(?:;|$))/i;
const MAX_HEADER_PAIRS = 16;
const MAX_HEADER_BYTES = 8 * 1024;
export interface MultipartForm {
  readonly maxParts: number;
  readonly maxFiles: number;
  readonly maxTextBytes: number;
  readonly isFile: (name: string) => boolean;
  text(name: string, value: string): void;
  /** Consumes the whole file. `fileName` is undefined if the part gives none. */
  file(name: string, bytes: AsyncIterable<Uint8Array>, fileName: string | undefined): Promise<void>;
}

/**
 * Stops at the first error. Resolves when every file is read.
 * @throws CatalogueError validation_failed; what `bytes` and `form` throw
 */
export async function readMultipart(
  contentType: string,
  bytes: AsyncIterable<Uint8Array>,
  form: MultipartForm,
): Promise<void> {
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => undefined);
  const files: Readable[] = [];
  const readings: Promise<void>[] = [];
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw invalidForm('The form has no valid boundary.');
  const parser = openParser(boundary, form);
  // Stays attached for errors after the outcome.
  parser.on('error', failure.reject);
  parser.on('partsLimit', () => failure.reject(invalidForm(`A form has ${form.maxParts} parts at most.`)));
  parser.on('file', (name: string | undefined, file: Readable, fileName: string | undefined) => {
    files.push(file);
    if (files.length > form.maxFiles) failure.reject(invalidForm(`A form has ${form.maxFiles} files at most.`));
    // Emitted when the body ends, even before a read.
    file.on('error', (error) => {
      failure.reject(error);
      file.destroy(error);
    });
    const bytesOfFile = file.iterator({ destroyOnReturn: false });
    const reading = form.file(unescape(name), bytesOfFile, fileName === undefined ? undefined : unescape(fileName));
    reading.catch(failure.reject);
    readings.push(reading);
  });
  parser.on('field', (name: string | undefined, value, _nameTruncated, isTruncated) => {
    try {
      if (isTruncated) throw invalidForm(`A field has ${form.maxTextBytes} bytes at most.`);
      form.text(unescape(name), value);
    } catch (error) {
      failure.reject(error);
    }
  });
  try {
    await feed(parser, counted(bytes, boundary, form.maxParts), failure.promise);
    await Promise.race([Promise.all(readings), failure.promise]);
  } catch (error) {
    for (const file of files) file.destroy();
    await Promise.allSettled(readings);
    throw error instanceof CatalogueError ? error : invalidForm('The body is not a valid form.', error);
  }
}

/** Reverses the escaping of browsers (HTML standard, multipart/form-data encoding algorithm). */
const unescape = (name = ''): string => name.replaceAll(/%(?:0a|0d|22)/gi, (escape) => decodeURIComponent(escape));

async function feed(
  parser: ReturnType<typeof openParser>,
  bytes: AsyncIterable<Uint8Array>,
  failure: Promise<never>,
): Promise<void> {
  const finished = once(parser, 'finish');
  finished.catch(() => undefined);
  for await (const chunk of bytes) {
    const isTaken = parser.write(chunk);
    await Promise.race([failure, isTaken ? undefined : once(parser, 'drain')]);
  }
  parser.end();
  await Promise.race([finished, failure]);
}

/** The parser opens a stream for each. */
async function* counted(bytes: AsyncIterable<Uint8Array>, boundary: string, maxParts: number) {
  const delimiter = Buffer.from(`--${boundary}`);
  let seam = Buffer.alloc(0);
  let count = 0;
  for await (const chunk of bytes) {
    const searched = Buffer.concat([seam, chunk]);
    for (let at = 0; (at = searched.indexOf(delimiter, at)) !== -1; at += delimiter.length) {
      count += 1;
      // The closing boundary counts too.
      if (count > maxParts + 1) throw invalidForm(`A form has ${maxParts} parts at most.`);
    }
    seam = searched.subarray(Math.max(0, searched.length - delimiter.length + 1));
    yield chunk;
  }
}

function openParser(boundary: string, { maxParts, maxTextBytes, isFile }: MultipartForm) {
  return new Busboy({
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
    isPartAFile: (name, _type, fileName) => fileName !== undefined || (name !== undefined && isFile(name)),
    limits: { parts: maxParts, fieldSize: maxTextBytes, headerPairs: MAX_HEADER_PAIRS, headerSize: MAX_HEADER_BYTES },
  });
}

export const invalidForm = (message: string, cause?: unknown): CatalogueError =>
  new CatalogueError('validation_failed', { validationErrors: { body: message }, cause });
