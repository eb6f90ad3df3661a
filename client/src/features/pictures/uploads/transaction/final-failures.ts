/** Failures that a retry of the same picture would repeat. */
const FINAL: ReadonlySet<string> = new Set([
  'file_empty',
  'file_too_large',
  'file_type_unsupported',
  'file_corrupt',
  'image_too_many_pixels',
  'image_unreadable',
  'subject_not_found',
  'url_required',
  'url_invalid',
  'url_forbidden',
]);

export const isFinal = ({ code }: { readonly code: string }): boolean => FINAL.has(code);
