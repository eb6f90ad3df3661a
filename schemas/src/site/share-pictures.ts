import type { PublicPage } from './pages.ts';

/** Pixels; accepted by all sites. */
export const SHARE_SIZE = { width: 1200, height: 630 } as const;

/** Files in `client/public/share`. */
export const SHARE_PICTURES = ['cat', 'dog', 'flower'] as const;
export type SharePicture = (typeof SHARE_PICTURES)[number];

const OWN: Partial<Record<PublicPage, SharePicture>> = { pricing: 'dog', faq: 'flower', contact: 'flower' };

/** Without words, so that all languages share it. */
export const sharePictureOf = (page: PublicPage): SharePicture => OWN[page] ?? 'cat';
