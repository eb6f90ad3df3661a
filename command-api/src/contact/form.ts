import { MAX_CONTACT_FILE_BYTES } from '@clearcut/schemas/constants';
import { contactSchema } from '@clearcut/schemas/contact/http';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { z } from 'zod';

export interface ContactFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Buffer;
}

export interface ReceivedForm extends z.infer<typeof contactSchema> {
  readonly file: ContactFile | undefined;
}

/** What the fields may take up beside the file, with the lines between them. */
export const MAX_FORM_BYTES = MAX_CONTACT_FILE_BYTES + 64 * 1024;

/** How files begin, by the type that they are: what a sender calls one proves nothing. */
const TYPES = [
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
] as const;

const MAX_NAME_LENGTH = 200;

/**
 * The contact form, as multipart/form-data.
 * @throws CatalogueError validation_failed, contact_file_too_large, contact_file_type_unsupported
 */
export async function readForm(bytes: AsyncIterable<Uint8Array>, contentType: string): Promise<ReceivedForm> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  const fields = await parse(Buffer.concat(chunks), contentType);
  const texts = [...fields].filter(
    (field): field is [string, string] => typeof field[1] === 'string' && field[1] !== '',
  );
  const parsed = contactSchema.safeParse({ ...Object.fromEntries(texts), pictures: fields.getAll('picture') });
  if (!parsed.success) {
    const messages: Record<string, string> = {};
    for (const { path, message } of parsed.error.issues) messages[path.join('.')] ??= message;
    throw new CatalogueError('validation_failed', { validationErrors: messages, cause: parsed.error });
  }
  const file = fields.get('file');
  // A form without a file sends an empty one without a name.
  return { ...parsed.data, file: file instanceof File && file.size > 0 ? await fileOf(file) : undefined };
}

/** By Node's own parser, which is the one of `fetch`. */
async function parse(body: Buffer<ArrayBuffer>, contentType: string): Promise<FormData> {
  try {
    return await new Response(body, { headers: { 'content-type': contentType } }).formData();
  } catch (cause) {
    const validationErrors = { body: 'Send the form as multipart/form-data.' };
    throw new CatalogueError('validation_failed', { validationErrors, cause });
  }
}

async function fileOf(file: File): Promise<ContactFile> {
  if (file.size > MAX_CONTACT_FILE_BYTES) throw new CatalogueError('contact_file_too_large');
  const bytes = Buffer.from(await file.arrayBuffer());
  const mediaType = TYPES.find(([, start]) => start.every((byte, index) => bytes[index] === byte))?.[0];
  if (mediaType === undefined) throw new CatalogueError('contact_file_type_unsupported');
  // Of a path, its end; and nothing that a mail or a list would stumble over.
  const name = file.name
    .replace(/^.*[\\/]/, '')
    .replaceAll(/[\p{Cc}"]/gu, '')
    .slice(-MAX_NAME_LENGTH);
  return { name: name === '' ? 'file' : name, mediaType, bytes };
}
