import { readMultipart } from '../../http/body/multipart.ts';
import { type FieldCollector, MAX_FIELDS, MAX_FILES, MAX_TEXT_BYTES } from './fields.ts';

/**
 * Files are parts with a file name or a known field name (RFC 7578, section 4.2).
 * @throws CatalogueError validation_failed, file_too_large; what `bytes` throws
 */
export function readForm(contentType: string, bytes: AsyncIterable<Uint8Array>, fields: FieldCollector): Promise<void> {
  return readMultipart(contentType, bytes, {
    maxParts: MAX_FIELDS,
    maxFiles: MAX_FILES,
    maxTextBytes: MAX_TEXT_BYTES,
    isFile: (name) => fields.isFile(name) || fields.isBase64(name),
    text: (name, value) => fields.text(name, value),
    file: (name, part, fileName) =>
      fields.isBase64(name) ? fields.base64File(name, latin1(part)) : fields.file(name, part, fileName),
  });
}

/** Base64 is ASCII, so no character is cut. */
async function* latin1(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  for await (const chunk of bytes) yield Buffer.from(chunk).toString('latin1');
}
