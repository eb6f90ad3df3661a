import { IMAGE_MEDIA_TYPES, MAX_UPLOAD_BYTES } from '@clearcut/schemas/constants';

/** Codes of the drop zone (docs/product.md, Uploads). */
type RejectionCode = 'file-invalid-type' | 'file-too-large';

export interface Rejection {
  readonly code: RejectionCode;
  readonly name: string;
  readonly bytes: number;
}

const EXTENSIONS = ['.png', '.jpg', '.jpeg', '.webp'];

/** For `<input type=file>`: media types and extensions, since some systems know only one of them. */
export const ACCEPTED = [...IMAGE_MEDIA_TYPES, ...EXTENSIONS].join(',');

function looksLikePicture({ name, type }: { name: string; type: string }): boolean {
  if (type !== '') return IMAGE_MEDIA_TYPES.some((accepted) => accepted === type);
  return EXTENSIONS.some((extension) => name.toLowerCase().endsWith(extension));
}

export function rejectionOf(file: Pick<File, 'name' | 'type' | 'size'>): Rejection | undefined {
  const about = { name: file.name, bytes: file.size };
  if (!looksLikePicture(file)) return { code: 'file-invalid-type', ...about };
  if (file.size > MAX_UPLOAD_BYTES) return { code: 'file-too-large', ...about };
  return undefined;
}

export type UrlProblem = 'required' | 'invalid';

/** Whether text can be an address; the server finds out whether there is a picture. */
export function urlProblem(text: string): UrlProblem | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return 'required';
  // Safari before 18 lacks URL.parse.
  const isWeb = /^https?:/i.test(trimmed) && URL.canParse(trimmed);
  return isWeb && !/\s/.test(trimmed) ? undefined : 'invalid';
}
