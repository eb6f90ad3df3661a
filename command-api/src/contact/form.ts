import { MAX_CONTACT_FILE_BYTES } from '@clearcut/schemas/constants';
import { contactSchema } from '@clearcut/schemas/contact/http';
import { CatalogueError } from '@clearcut/schemas/errors';
import { toLine } from '@clearcut/schemas/text/characters';
import type { z } from 'zod';
import { invalidForm, readMultipart } from '../http/body/multipart.ts';

export interface ContactFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Buffer;
}

export interface ReceivedForm extends z.infer<typeof contactSchema> {
  readonly file: ContactFile | undefined;
}

/** Magic numbers; the declared type proves nothing. */
const TYPES = [
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
] as const;

const MAX_NAME_LENGTH = 200;

const MAX_PARTS = 40;
const MAX_TEXT_BYTES = 16 * 1024;

/**
 * Reads multipart/form-data.
 * @throws CatalogueError validation_failed, contact_file_too_large, contact_file_type_unsupported
 */
export async function readForm(bytes: AsyncIterable<Uint8Array>, contentType: string): Promise<ReceivedForm> {
  if (!/^multipart\/form-data\b/i.test(contentType)) throw invalidForm('Send the form as multipart/form-data.');
  const texts = new Map<string, string>();
  const pictures: string[] = [];
  let file: ContactFile | undefined;
  await readMultipart(contentType, bytes, {
    maxParts: MAX_PARTS,
    maxFiles: 1,
    maxTextBytes: MAX_TEXT_BYTES,
    isFile: () => false,
    text(name, value) {
      if (name === 'picture') pictures.push(value);
      else if (value !== '') texts.set(name, value);
    },
    async file(name, part, fileName = '') {
      const received = await bytesOf(part);
      // Browsers send an empty, nameless file when none is chosen.
      if (name === 'file' && received.length > 0) file ??= fileOf(received, fileName);
    },
  });
  const parsed = contactSchema.safeParse({ ...Object.fromEntries(texts), pictures });
  if (!parsed.success) {
    const messages: Record<string, string> = {};
    for (const { path, message } of parsed.error.issues) messages[path.join('.')] ??= message;
    throw new CatalogueError('validation_failed', { validationErrors: messages, cause: parsed.error });
  }
  return { ...parsed.data, file };
}

async function bytesOf(part: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of part) {
    length += chunk.length;
    if (length > MAX_CONTACT_FILE_BYTES) throw new CatalogueError('contact_file_too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function fileOf(bytes: Buffer, fileName: string): ContactFile {
  const mediaType = TYPES.find(([, start]) => start.every((byte, index) => bytes[index] === byte))?.[0];
  if (mediaType === undefined) throw new CatalogueError('contact_file_type_unsupported');
  // Keeps the last path segment, without characters that break or reorder a line of text.
  const name = toLine(fileName.replace(/^.*[\\/]/, ''))
    .replaceAll('"', '')
    .slice(-MAX_NAME_LENGTH)
    .toWellFormed();
  return { name: name === '' ? 'file' : name, mediaType, bytes };
}
