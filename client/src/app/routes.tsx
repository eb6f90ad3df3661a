import { PUBLIC_PAGES, type PublicPage } from '@clearcut/schemas/site/pages';
import { Outlet, redirect, ScrollRestoration, type RouteObject } from 'react-router';
import type { ApiDocument } from '@clearcut/schemas/api-reference/document';
import { addTexts } from '../lib/i18n/i18n.ts';
import { DEFAULT_LANGUAGE, type Language, TRANSLATIONS } from '@clearcut/schemas/languages';
import { localPath } from '../lib/i18n/paths.ts';
import type { ReferencePage, SitePage } from './site-pages.tsx';
import { AuthModalHost } from './session/AuthModalHost.tsx';
import { ErrorScreen } from './ErrorScreen.tsx';
import { HeaderLayout } from './layouts/HeaderLayout.tsx';
import { PublicLayout } from './layouts/PublicLayout.tsx';

/** What the routes need of where they are: the browser, or the server that draws a page. */
export interface Surroundings {
  /** Resolves when the pages can be drawn in the language. */
  readonly showLanguage: (language: Language) => Promise<void>;
  readonly showPreferredLanguage: () => Promise<null>;
  readonly isLoggedIn: () => Promise<boolean>;
  readonly apiDocument: () => Promise<ApiDocument>;
}

/** The bench of visitors with all it stands on: the home page fetches it ahead. */
const loadUploadPage = () =>
  Promise.all([
    import('./layouts/QueryLayout.tsx'),
    import('./layouts/UploadLayout.tsx'),
    import('../features/bench/UploadPage.tsx'),
    addTexts('result', 'saves'),
  ]);

/** Pages to be read; site-pages.tsx loads them. */
const SITE_PAGES = [
  'contact',
  'contactSent',
  'contactFailed',
  'faq',
  'terms',
  'privacy',
  'cookies',
  'dataDeletion',
  'apiErrors',
] as const satisfies readonly SitePage[];

/** Pages that show the document of the API. */
const REFERENCE_PAGES = ['apiReference', 'apiTypes'] as const satisfies readonly ReferencePage[];

/** A route's path stands without its first slash. */
const segment = (page: PublicPage): string => PUBLIC_PAGES[page].path.slice(1);

/** The pages everyone can see. A page is a chunk of its own, fetched when its address is opened. */
function publicPages(language: Language, { isLoggedIn, apiDocument }: Surroundings): RouteObject[] {
  return [
    {
      Component: PublicLayout,
      children: [
        {
          index: true,
          lazy: async () => {
            const { HomePage } = await import('../features/home/HomePage.tsx');
            return { element: <HomePage preload={loadUploadPage} /> };
          },
        },
        { path: segment('pricing'), lazy: async () => (await import('./pricing-route.tsx')).loadPricing() },
        ...SITE_PAGES.map((page) => ({
          path: segment(page),
          lazy: async () => ({ element: await (await import('./site-pages.tsx')).loadSitePage(page) }),
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
          // For visitors without an account; the others have their own bench.
          loader: async () => ((await isLoggedIn()) ? redirect(localPath(language, '/')) : null),
          lazy: async () => ({ Component: (await import('./layouts/UploadLayout.tsx')).UploadLayout }),
          children: [
            {
              index: true,
              lazy: async () => ({ Component: (await import('../features/bench/UploadPage.tsx')).UploadPage }),
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
          lazy: async () => ({ Component: (await import('../features/not-found/NotFoundPage.tsx')).NotFoundPage }),
        },
      ],
    },
  ];
}

/**
 * The same pages under a fixed first segment per language. A `:language?` parameter would not do: `/upload` would match it
 * as the home page in a language called "upload", and an unknown prefix could not be told from an unknown page.
 */
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

/** The route around all others, below which those of the private area are put. */
export const ROOT = 'root';

/** What visitors can open. */
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
      ...TRANSLATIONS.map(({ code }) => pagesIn(code, code, surroundings)),
      ...[magicLink, secondFactor].map((route) => ({ ...route, loader: surroundings.showPreferredLanguage })),
    ],
  },
];
