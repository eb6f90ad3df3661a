import type { PublicPage } from './pages.ts';

/** Size in pixels of a picture that other sites show beside a link: the one that all of them take. */
export const SHARE_SIZE = { width: 1200, height: 630 } as const;

/** The things that such pictures show, before and after; `client/public/share` holds the files. */
const SHARE_PICTURES = ['plant', 'lamp', 'chair', 'bag'] as const;
export type SharePicture = (typeof SHARE_PICTURES)[number];

const OWN: Partial<Record<PublicPage, SharePicture>> = { pricing: 'bag', faq: 'lamp', contact: 'chair' };

/** No word stands in a picture, so that a page has the same one in every language. */
export const sharePictureOf = (page: PublicPage): SharePicture => OWN[page] ?? 'plant';
