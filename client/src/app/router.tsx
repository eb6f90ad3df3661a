import { createBrowserRouter, Outlet, ScrollRestoration, type RouteObject } from 'react-router';
import { DEFAULT_LANGUAGE, languages, type Language } from '../lib/i18n/languages.ts';
import { ErrorScreen } from './ErrorScreen.tsx';
import { PublicLayout } from './layouts/PublicLayout.tsx';
import { NotFoundPage } from './pages/NotFoundPage.tsx';
import { showLanguage } from './show-language.ts';

/** The pages everyone can see. A page is a chunk of its own, fetched when its address is opened. */
const publicPages: RouteObject[] = [
  {
    Component: PublicLayout,
    children: [{ index: true, lazy: async () => ({ Component: (await import('./pages/HomePage.tsx')).HomePage }) }],
  },
  {
    lazy: async () => ({ Component: (await import('./layouts/QueryLayout.tsx')).QueryLayout }),
    children: [
      {
        path: 'upload',
        lazy: async () => ({ Component: (await import('./pages/UploadPage.tsx')).UploadPage }),
      },
    ],
  },
  { path: '*', Component: NotFoundPage },
];

/**
 * The same pages under a fixed first segment per language. A `:language?` parameter would not do: `/upload` would match it
 * as the home page in a language called "upload", and an unknown prefix could not be told from an unknown page.
 */
function pagesIn(language: Language, path: string | undefined): RouteObject {
  return {
    ...(path === undefined ? {} : { path }),
    loader: async () => {
      await showLanguage(language);
      return null;
    },
    children: publicPages,
  };
}

export const router = createBrowserRouter([
  {
    element: (
      <>
        <Outlet />
        <ScrollRestoration />
      </>
    ),
    ErrorBoundary: ErrorScreen,
    HydrateFallback: () => null,
    children: [pagesIn(DEFAULT_LANGUAGE, undefined), ...languages.map(({ code }) => pagesIn(code, code))],
  },
]);
