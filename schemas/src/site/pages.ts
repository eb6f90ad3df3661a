/** Paths without language, read by router, server and sitemap. `indexed`: search engines may list it. */
export const PUBLIC_PAGES = {
  home: { path: '/', indexed: true },
  pricing: { path: '/pricing', indexed: true },
  contact: { path: '/contact', indexed: true },
  contactSent: { path: '/contact/sent', indexed: false },
  contactFailed: { path: '/contact/not-sent', indexed: false },
  faq: { path: '/faq', indexed: true },
  terms: { path: '/terms-and-conditions', indexed: false },
  privacy: { path: '/privacy-policy', indexed: false },
  cookies: { path: '/cookies-policy', indexed: false },
  dataDeletion: { path: '/data-deletion', indexed: true },
  pictureCredits: { path: '/picture-credits', indexed: false },
  upload: { path: '/upload', indexed: true },
  docs: { path: '/docs', indexed: true },
  move: { path: '/docs/move', indexed: true },
  recipes: { path: '/docs/recipes', indexed: true },
  commandLine: { path: '/docs/command-line', indexed: true },
  library: { path: '/docs/library', indexed: true },
  typescript: { path: '/docs/typescript', indexed: true },
  python: { path: '/docs/python', indexed: true },
  apiReference: { path: '/docs/api', indexed: true },
  apiTypes: { path: '/docs/api/types', indexed: true },
  apiErrors: { path: '/docs/errors', indexed: true },
  forgotPassword: { path: '/forgot-password', indexed: false },
  changePassword: { path: '/change-password/:token', indexed: false },
  invitation: { path: '/accept-invitation', indexed: false },
  confirmAddress: { path: '/confirm-address', indexed: false },
} as const satisfies Readonly<Record<string, { readonly path: `/${string}`; readonly indexed: boolean }>>;

export type PublicPage = keyof typeof PUBLIC_PAGES;

/** The project's documents that are pages, from its folder. */
export const GUIDE_FILES = {
  move: 'docs/move.md',
  recipes: 'docs/recipes.md',
  commandLine: 'cli/README.md',
  library: 'node/README.md',
  typescript: 'clients/typescript/README.md',
  python: 'clients/python/README.md',
} as const satisfies Partial<Record<PublicPage, string>>;

export type Guide = keyof typeof GUIDE_FILES;
export const GUIDES = Object.keys(GUIDE_FILES) as readonly Guide[];

/** A value for each guide. */
export const ofGuides = <Value>(valueOf: (guide: Guide) => Value): Readonly<Record<Guide, Value>> =>
  Object.fromEntries(GUIDES.map((guide) => [guide, valueOf(guide)])) as Record<Guide, Value>;

type WithToken<Path extends string> = Path extends `${infer Start}/:${string}` ? `${Start}/${string}` : Path;

export type PublicPath = WithToken<(typeof PUBLIC_PAGES)[PublicPage]['path']>;

const patterns = Object.entries(PUBLIC_PAGES).map(
  ([page, { path }]) => [page as PublicPage, new RegExp(`^${path.replace(/:\w+/, '[^/]+')}$`)] as const,
);

export function pageAt(path: string): PublicPage | undefined {
  return patterns.find(([, pattern]) => pattern.test(path))?.[0];
}

export function isPublicPath(path: string): path is PublicPath {
  return pageAt(path) !== undefined;
}
