/** Visible steps of an upload in order; performance marks read by tests and benchmarks. */
export type UploadMark = 'given' | 'shown' | 'taken' | 'cut-out';

const nameOf = (mark: UploadMark): string => `upload:${mark}`;

/** Marks only the first time per picture. */
export function markUpload(mark: UploadMark): void {
  if (mark === 'given') for (const old of ['shown', 'taken', 'cut-out'] as const) performance.clearMarks(nameOf(old));
  if (mark === 'given' || performance.getEntriesByName(nameOf(mark)).length === 0) performance.mark(nameOf(mark));
}
