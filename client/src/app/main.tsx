import '@fontsource-variable/bricolage-grotesque/wght.css';
import '@fontsource-variable/instrument-sans/wght.css';
import './base.css';
import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { CAMPAIGN_PARAMETERS, isCampaignVisit } from '@clearcut/schemas/site/campaign';
import { noteCaught } from '../lib/errors/caught.ts';
import { i18n, preferredLanguage } from '../lib/i18n/i18n.ts';
import { DEFAULT_LANGUAGE } from '@clearcut/schemas/languages';
import { isWithoutLanguage, splitPath } from '../lib/i18n/paths.ts';
import { pageFacts } from '../lib/page-facts.ts';
import { App } from './App.tsx';
import { keepFocus } from './keep-focus.ts';
import { showLanguage } from './language/show-language.ts';
import { router } from './router.tsx';
import { startSession } from './session/start-session.ts';
import { cacheFor } from './theme/emotion-caches.ts';
import { showLateTypefaces } from './theme/typefaces.ts';

// zod's own `config` would bring it into the first load. Without this it tries to evaluate code, which the content
// security policy refuses.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

async function start(): Promise<void> {
  const landing = isCampaignVisit(location.search) ? location.href : undefined;
  const path = location.pathname;
  const named = splitPath(location.pathname).language ?? DEFAULT_LANGUAGE;
  startSession();
  keepFocus();
  await showLanguage(isWithoutLanguage(location.pathname) ? preferredLanguage() : named);

  const root = document.getElementById('root');
  if (root === null) throw new Error('No #root');
  const facts = pageFacts();
  // Analytics read the address themselves.
  if (landing !== undefined && facts.tags === undefined) cleanAddress();
  const app = (
    <StrictMode>
      <App facts={facts} i18n={i18n} cacheFor={cacheFor}>
        <RouterProvider router={router} onError={noteCaught} />
      </App>
    </StrictMode>
  );
  if (root.hasChildNodes() && (await isShown(path))) {
    // As a transition React hydrates in slices, between which the page answers.
    startTransition(() => {
      hydrateRoot(root, app);
    });
  } else {
    showLateTypefaces();
    createRoot(root).render(app);
  }
  whenLeft(showLateTypefaces);
  if (landing !== undefined)
    void import('../features/visitors/attribution/landing.ts').then((part) => part.recordLanding(landing));
  // The page works without their code.
  if ((facts.tags ?? facts.chat ?? facts.errors) !== undefined)
    void import('./others.tsx').then((part) => part.startOthers(facts)).catch(() => undefined);
}

/**
 * Its code must be there before hydration, or React would replace the page with nothing. Members who open a visitors'
 * page see another.
 */
async function isShown(pathname: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const unsubscribe = router.subscribe(({ initialized }) => initialized && resolve());
  if (!router.state.initialized) await promise;
  unsubscribe();
  return router.state.errors === null && router.state.location.pathname === pathname;
}

function whenLeft(then: () => void): void {
  let { key } = router.state.location;
  router.subscribe(({ location }) => {
    if (location.key === key) return;
    key = location.key;
    then();
  });
}

/** Removes campaign parameters: people share addresses. */
function cleanAddress(): void {
  const address = new URL(location.href);
  for (const name of CAMPAIGN_PARAMETERS) address.searchParams.delete(name);
  history.replaceState(history.state, '', address);
}

void start();
