import type { BlobRange } from '@clearcut/platform/blob-store/port';

interface RangeHeaders {
  readonly range?: string | undefined;
  readonly 'if-range'?: string | string[] | undefined;
}

/** Several or malformed ranges get everything. Source: RFC 9110, section 14. */
export function rangeOf(
  { range, 'if-range': ifRange }: RangeHeaders,
  { bytes, etag }: { readonly bytes: number; readonly etag: string },
): BlobRange | 'all' | 'unsatisfiable' {
  // We send no dates, so none can be the validator.
  if (range === undefined || (ifRange !== undefined && ifRange !== etag)) return 'all';
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/.exec(range) ?? [];
  if (first === '' && last === '') return 'all';
  if (first === '') {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? 'unsatisfiable' : { start: bytes - length, end: bytes - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return 'all';
  if (start >= bytes) return 'unsatisfiable';
  return { start, end: last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1) };
}
