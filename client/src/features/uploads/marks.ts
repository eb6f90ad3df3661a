/** What a person sees of an upload, in this order; each is a performance mark, which tests and benchmarks read. */
export type UploadMark = 'given' | 'shown' | 'taken' | 'cut-out';

const nameOf = (mark: UploadMark): string => `upload:${mark}`;

/** The first time that it happens to the picture that was given last. */
export function markUpload(mark: UploadMark): void {
  if (mark === 'given') for (const old of ['shown', 'taken', 'cut-out'] as const) performance.clearMarks(nameOf(old));
  if (mark === 'given' || performance.getEntriesByName(nameOf(mark)).length === 0) performance.mark(nameOf(mark));
}
