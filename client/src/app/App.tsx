import type { SiteFacts } from '@clearcut/schemas/site/facts';
import { I18nextProvider } from 'react-i18next';
import { RouterProvider } from 'react-router/dom';
import { ShareHost } from '../features/support-access/ShareHost.tsx';
import { noteCaught } from '../lib/errors/caught.ts';
import { i18n } from '../lib/i18n/i18n.ts';
import { SiteFactsProvider } from '../lib/site/facts.ts';
import { Toasts } from '../ui/toasts/Toasts.tsx';
import { router } from './router.tsx';
import { ThemeProvider } from './theme/ThemeProvider.tsx';

export function App({ facts }: { facts: SiteFacts }) {
  return (
    <SiteFactsProvider value={facts}>
      <I18nextProvider i18n={i18n}>
        <ThemeProvider>
          <RouterProvider router={router} onError={noteCaught} />
          <Toasts />
          <ShareHost />
        </ThemeProvider>
      </I18nextProvider>
    </SiteFactsProvider>
  );
}
