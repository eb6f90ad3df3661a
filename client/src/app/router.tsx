import { createBrowserRouter } from 'react-router';
import { publicRoutes, ROOT } from './routes.tsx';

export const router = createBrowserRouter(publicRoutes, {
  // The routes of the private area, and the list of its texts, are fetched with its first page: visitors carry none of it.
  patchRoutesOnNavigation: async ({ path, patch }) => {
    if (!/^\/app(\/|$)/.test(path)) return;
    const { checkoutRoute, editorRoute, privateRoutes, whoLookedRoute } = await import('./private-routes.tsx');
    patch(ROOT, [editorRoute, whoLookedRoute, checkoutRoute, privateRoutes]);
  },
});
