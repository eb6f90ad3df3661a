import { GUIDES, PUBLIC_PAGES, type PublicPage } from '@clearcut/schemas/site/pages';
import { Outlet, redirect, ScrollRestoration, type RouteObject } from 'react-router';
import type { ApiDocument } from '@clearcut/schemas/api-reference/document';
import { addTexts } from '../lib/i18n/i18n.ts';
import { DEFAULT_LANGUAGE, type Language } from '@clearcut/schemas/languages';
import { localPath } from '../lib/i18n/paths.ts';
import type { ReferencePage, SitePage } from './site-pages.tsx';
import { AuthModalHost } from './session/AuthModalHost.tsx';
import { ErrorScreen } from './ErrorScreen.tsx';
import { HeaderLayout } from './layouts/HeaderLayout.tsx';
import { PublicLayout } from './layouts/PublicLayout.tsx';

/** Supplied by the browser or by the server that draws a page. */
export interface Surroundings {
  /** Those with an address of their own; the default language also has the address without one. */
  readonly languages: readonly Language[];
  readonly showLanguage: (language: Language) => Promise<void>;
  readonly showPreferredLanguage: () => Promise<null>;
  readonly isLoggedIn: () => Promise<boolean>;
  readonly hasCredits: boolean;
  readonly apiDocument: () => Promise<ApiDocument>;
}

/** The visitors' upload page; the home page preloads it. */
const loadUploadPage = () =>
  Promise.all([
    import('./layouts/QueryLayout.tsx'),
    import('./layouts/UploadLayout.tsx'),
    import('../features/pictures/upload-page/UploadPage.tsx'),
    addTexts('result', 'saves'),
    import('../features/pictures/uploads/files/convert.ts'),
    import('../features/pictures/uploads/files/dropped-files.ts'),
    import('../features/pictures/uploads/transaction/watch-transaction.ts'),
  ]);

const SITE_PAGES = [
  'contact',
  'contactSent',
  'contactFailed',
  'faq',
  'terms',
  'privacy',
  'cookies',
  'dataDeletion',
  'pictureCredits',
  'apiErrors',
  'docs',
] as const satisfies readonly SitePage[];

const REFERENCE_PAGES = ['apiReference', 'apiTypes'] as const satisfies readonly ReferencePage[];

/** Routes omit the leading slash. */
const segment = (page: PublicPage): string => PUBLIC_PAGES[page].path.slice(1);

function publicPages(language: Language, { isLoggedIn, hasCredits, apiDocument }: Surroundings): RouteObject[] {
  return [
    {
      Component: PublicLayout,
      children: [
        {
          index: true,
          lazy: async () => {
            const { HomePage } = await import('../features/site/home/HomePage.tsx');
            return { element: <HomePage preload={loadUploadPage} /> };
          },
        },
        ...(hasCredits
          ? [{ path: segment('pricing'), lazy: async () => (await import('./pricing-route.tsx')).loadPricing() }]
          : []),
        ...SITE_PAGES.map((page) => ({
          path: segment(page),
          lazy: async () => ({ element: await (await import('./site-pages.tsx')).loadSitePage(page) }),
        })),
        ...GUIDES.map((guide) => ({
          path: segment(guide),
          lazy: async () => ({ element: await (await import('./site-pages.tsx')).loadGuide(guide) }),
        })),
        ...REFERENCE_PAGES.map((page) => ({
          path: segment(page),
          lazy: async () => ({
            element: await (await import('./site-pages.tsx')).loadReferencePage(page, apiDocument()),
          }),
        })),
        ...[segment('forgotPassword'), segment('changePassword')].map((path) => ({
          path,
          lazy: async () => (await import('./auth-pages.ts')).loadForgotPassword(),
        })),
        {
          path: segment('confirmAddress'),
          lazy: async () => (await import('./auth-pages.ts')).loadConfirmAddress(),
        },
        {
          path: segment('invitation'),
          lazy: async () => (await import('./auth-pages.ts')).loadInvitation(),
        },
      ],
    },
    {
      lazy: async () => {
        const [{ QueryLayout }] = await loadUploadPage();
        return { Component: QueryLayout };
      },
      children: [
        {
          path: segment('upload'),
          // Visitors only; members have their own upload page.
          loader: async () => ((await isLoggedIn()) ? redirect(localPath(language, '/')) : null),
          lazy: async () => ({ Component: (await import('./layouts/UploadLayout.tsx')).UploadLayout }),
          children: [
            {
              index: true,
              lazy: async () => ({
                Component: (await import('../features/pictures/upload-page/UploadPage.tsx')).UploadPage,
              }),
            },
          ],
        },
      ],
    },
    {
      Component: HeaderLayout,
      children: [
        {
          path: '*',
          lazy: async () => ({ Component: (await import('../features/site/not-found/NotFoundPage.tsx')).NotFoundPage }),
        },
      ],
    },
  ];
}

/** With `:language?`, `/upload` would match as the home page in a language called "upload". */
function pagesIn(language: Language, path: string | undefined, surroundings: Surroundings): RouteObject {
  return {
    ...(path === undefined ? {} : { path }),
    loader: async () => {
      await surroundings.showLanguage(language);
      return null;
    },
    children: publicPages(language, surroundings),
  };
}

const magicLink: RouteObject = {
  path: 'auth/magic-link',
  Component: PublicLayout,
  children: [
    {
      index: true,
      lazy: async () => (await import('./auth-pages.ts')).loadMagicLink(),
    },
  ],
};

const secondFactor: RouteObject = {
  path: 'auth/second-factor',
  Component: PublicLayout,
  children: [
    {
      index: true,
      lazy: async () => {
        const [{ SecondFactorPage }] = await Promise.all([
          import('../features/auth/pages/SecondFactorPage.tsx'),
          addTexts('auth'),
        ]);
        return { Component: SecondFactorPage };
      },
    },
  ],
};

export const ROOT = 'root';

export const publicRoutes = (surroundings: Surroundings): RouteObject[] => [
  {
    id: ROOT,
    element: (
      <>
        <Outlet />
        <AuthModalHost />
        <ScrollRestoration />
      </>
    ),
    ErrorBoundary: ErrorScreen,
    HydrateFallback: () => null,
    children: [
      pagesIn(DEFAULT_LANGUAGE, undefined, surroundings),
      ...surroundings.languages.map((language) => pagesIn(language, language, surroundings)),
      ...[magicLink, secondFactor].map((route) => ({ ...route, loader: surroundings.showPreferredLanguage })),
    ],
  },
];
