import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { MAX_UPLOAD_BYTES } from '@clearcut/schemas/constants';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { FieldCollector } from './fields.ts';

/** A picture of the largest size in base64, and what is around it. */
const MAX_FIELD_BYTES = Math.ceil(MAX_UPLOAD_BYTES / 3) * 4 + 1024;
const MAX_FIELDS = 100;
const MAX_FILES = 4;
/** Characters of base64 that are decoded at once. */
const PIECE = 64 * 1024;

/**
 * The fields of a form, `multipart/form-data` or `application/x-www-form-urlencoded`. Files are read from parts that name one, and from base64.
 * @throws CatalogueError validation_failed for what is no form, file_too_large; what `bytes` throws
 */
export async function readForm(
  contentType: string,
  bytes: AsyncIterable<Uint8Array>,
  fields: FieldCollector,
): Promise<void> {
  const files: Promise<void>[] = [];
  const busboy = openBusboy(contentType, fields);
  busboy.on('file', (name, file, fileName) => {
    // Left early, a part that is too large would be destroyed, and the parser would wait for its end for ever.
    const part = (file as Readable).iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
    const read = fields.isBase64(name) ? fields.base64File(name, latin1(part)) : fields.file(name, part, fileName);
    // The parser goes on only once a part was read to its end.
    read.catch(() => file.resume());
    files.push(read);
  });
  busboy.on('field', (name, value) => {
    if (!fields.isBase64(name)) fields.text(name, value);
    else if (value.trim() !== '') files.push(fields.base64File(name, slicesOf(value)));
  });
  const parsed = pipeline(Readable.from(bytes), busboy);
  const outcome = await Promise.allSettled([parsed]);
  const readings = await Promise.allSettled(files);
  const failed = [...readings, ...outcome].find((one) => one.status === 'rejected');
  if (failed === undefined) return;
  if (failed.reason instanceof CatalogueError) throw failed.reason;
  throw noForm(failed.reason);
}

function openBusboy(contentType: string, fields: FieldCollector) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      // Base64 may come in a part without a name of a file, too: as a stream it is never in memory whole.
      isPartAFile: (name, _type, fileName) => fileName !== undefined || (name !== undefined && fields.isBase64(name)),
      limits: { fieldSize: MAX_FIELD_BYTES, fields: MAX_FIELDS, files: MAX_FILES },
    });
  } catch (cause) {
    throw noForm(cause);
  }
}

const noForm = (cause: unknown): CatalogueError =>
  new CatalogueError('validation_failed', { validationErrors: { body: 'The body is not a valid form.' }, cause });

/** Base64 is ASCII: no character is cut. */
async function* latin1(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  for await (const chunk of bytes) yield Buffer.from(chunk).toString('latin1');
}

function* slicesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += PIECE) yield text.slice(at, at + PIECE);
}
