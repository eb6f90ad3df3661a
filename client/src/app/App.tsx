import type { SiteFacts } from '@clearcut/schemas/site/facts';
import type { i18n as I18n } from 'i18next';
import { type ReactNode, useEffect } from 'react';
import { I18nextProvider } from 'react-i18next';
import { ShareHost } from '../features/support-access/ShareHost.tsx';
import { SiteFactsProvider } from '../lib/site/facts.ts';
import { Toasts } from '../ui/toasts/Toasts.tsx';
import { ThemeProvider, type ThemeProviderProps } from './theme/ThemeProvider.tsx';

export interface AppProps extends ThemeProviderProps {
  readonly facts: SiteFacts;
  readonly i18n: I18n;
}

export function App({ facts, i18n, cacheFor, children }: AppProps): ReactNode {
  // Lets `public/after-paint.js` repeat what was pressed before.
  useEffect(() => void dispatchEvent(new Event('hydrated')), []);
  return (
    <SiteFactsProvider value={facts}>
      <I18nextProvider i18n={i18n}>
        <ThemeProvider cacheFor={cacheFor}>
          {children}
          <Toasts />
          <ShareHost />
        </ThemeProvider>
      </I18nextProvider>
    </SiteFactsProvider>
  );
}
