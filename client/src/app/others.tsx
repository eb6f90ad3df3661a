import { holdsToken } from '@clearcut/schemas/site/consent';
import { asksForConsent, type SiteFacts } from '@clearcut/schemas/site/facts';
import { isPayingPage } from '@clearcut/schemas/site/paying-pages';
import { useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { ChatHost } from '../features/visitors/chat/ChatHost.tsx';
import { ConsentKeeper } from '../features/visitors/consent/ConsentKeeper.tsx';
import { plausible } from '../features/visitors/consent/tags/plausible.ts';
import { mayReport } from '../features/visitors/error-reports/may-report.ts';
import { addTexts, i18n } from '../lib/i18n/i18n.ts';
import { router } from './router.tsx';
import { cacheFor } from './theme/emotion-caches.ts';
import { ThemeProvider } from './theme/ThemeProvider.tsx';

/**
 * In its own root, so that failures leave the page intact. Never on payment pages, whose policy allows no foreign
 * scripts, nor with a token in the address: both are opened by a page load.
 */
export async function startOthers(facts: SiteFacts): Promise<void> {
  if (isPayingPage(location.pathname) || holdsToken(location.pathname)) return;
  const { tags, errors } = facts;
  if (errors !== undefined && mayReport(location.hostname)) {
    const { reportErrors } = await import('../features/visitors/error-reports/report.ts');
    await reportErrors(errors);
  }
  if (tags?.kind === 'plausible') {
    if (!('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true))
      plausible(tags.origin).start();
  }
  if (!asksForConsent(facts)) return;
  await addTexts('consent');
  const host = document.createElement('div');
  host.style.display = 'contents';
  // Before the page: the first Tab leads here.
  document.body.prepend(host);
  createRoot(host).render(
    <I18nextProvider i18n={i18n}>
      <ThemeProvider cacheFor={cacheFor}>
        <Others facts={facts} />
      </ThemeProvider>
    </I18nextProvider>,
  );
}

const onAgreed = (): void =>
  void import('../features/visitors/attribution/landing.ts').then((part) => part.keepClicks());

function Others({ facts }: { facts: SiteFacts }) {
  const path = useSyncExternalStore(
    (onChange) => router.subscribe(onChange),
    () => router.state.location.pathname,
  );
  const { chat } = facts;
  return (
    <>
      <ConsentKeeper facts={facts} path={path} onOpen={(to) => void router.navigate(to)} onAgreed={onAgreed} />
      {chat !== undefined && !holdsToken(path) && <ChatHost chat={chat} />}
    </>
  );
}
