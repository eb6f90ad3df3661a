import type { ApiDocument } from '@clearcut/schemas/api-reference/document';
import { operationsContracts } from '@clearcut/schemas/contracts/operations';
import { TRANSLATIONS } from '@clearcut/schemas/languages';
import { createBrowserRouter } from 'react-router';
import { session } from '../features/auth/session/session.ts';
import { call } from '../lib/contracts/call.ts';
import { pageFacts } from '../lib/page-facts.ts';
import { showLanguage, showPreferredLanguage } from './language/show-language.ts';
import { publicRoutes, ROOT } from './routes.tsx';

const routes = publicRoutes({
  languages: TRANSLATIONS.map(({ code }) => code),
  showLanguage,
  showPreferredLanguage,
  hasCredits: pageFacts().hasCredits,
  isLoggedIn: async () => (await session.check()).status === 'loggedIn',
  apiDocument: async () => (await call(operationsContracts.openApiOfV1)) as ApiDocument,
});

export const router = createBrowserRouter(routes, {
  // Visitors carry none of the private area.
  patchRoutesOnNavigation: async ({ path, patch }) => {
    if (!/^\/app(\/|$)/.test(path)) return;
    const { checkoutRoute, editorRoute, keepToHosts, privateRoutes, whoLookedRoute } =
      await import('./private-routes.tsx');
    keepToHosts(router);
    patch(ROOT, [editorRoute, whoLookedRoute, ...(pageFacts().hasCredits ? [checkoutRoute] : []), privateRoutes]);
  },
});
