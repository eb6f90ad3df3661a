/** Business constants and limits of the product (SPEC section 9). One place; both ends import them. */
export const MAX_UPLOAD_BYTES = 25 * 1024 * 1024;

/**
 * Decompression-bomb limit: pixels a decoded picture may have. 25 MB files of real cameras stay far below it; a
 * 20,000 x 20,000 PNG of a few kB does not.
 */
export const MAX_PIXELS = 50_000_000;

/** No side may be longer than this: what every decoder and encoder of the pipeline still handles. */
export const MAX_SIDE = 16_384;

/** Longest side of the free preview, in pixels. */
export const PREVIEW_MAX_SIDE = 500;

export const IMAGE_RETENTION_MS = 24 * 60 * 60 * 1000;

/** Media types that can be uploaded, told from the bytes and never from the name or the header. */
export const IMAGE_MEDIA_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type ImageMediaType = (typeof IMAGE_MEDIA_TYPES)[number];

/** How the client waits for a transaction to leave PENDING (SPEC section 4). */
export const POLL = { stepMs: 300, doubleAfterMs: 2_000, maxSteps: 5, giveUpAfterMs: 60_000 } as const;

/** Page sizes a list may be asked for; the first is the default. */
export const PAGE_SIZES = [10, 20, 50] as const;
export const EDITOR_PAGE_SIZE = 7;
