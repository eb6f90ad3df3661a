import { holdsToken } from '@clearcut/schemas/site/consent';
import type { Tags } from '@clearcut/schemas/site/facts';
import { isPayingPage } from '@clearcut/schemas/site/paying-pages';
import { useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { ConsentKeeper } from '../features/consent/ConsentKeeper.tsx';
import { plausible } from '../features/consent/tags/plausible.ts';
import { addTexts, i18n } from '../lib/i18n/i18n.ts';
import { router } from './router.tsx';
import { ThemeProvider } from './theme/ThemeProvider.tsx';

/**
 * Has visitors counted, in a root of its own: whatever breaks in it leaves the page as it was. Never on pages that take a payment, whose
 * policy allows no script of others, nor on those with a token in their address: both are opened by a page load.
 */
export async function startCounting(tags: Tags): Promise<void> {
  if (isPayingPage(location.pathname) || holdsToken(location.pathname)) return;
  if (tags.kind === 'plausible') {
    if (!('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true))
      plausible(tags.origin).start();
    return;
  }
  await addTexts('consent');
  const host = document.createElement('div');
  host.style.display = 'contents';
  // Before the page: the first press of Tab leads here.
  document.body.prepend(host);
  createRoot(host).render(
    <I18nextProvider i18n={i18n}>
      <ThemeProvider>
        <Keeper manager={tags} />
      </ThemeProvider>
    </I18nextProvider>,
  );
}

function Keeper({ manager }: { manager: Extract<Tags, { kind: 'gtm' }> }) {
  const path = useSyncExternalStore(
    (onChange) => router.subscribe(onChange),
    () => router.state.location.pathname,
  );
  return <ConsentKeeper manager={manager} path={path} onOpen={(to) => void router.navigate(to)} />;
}
