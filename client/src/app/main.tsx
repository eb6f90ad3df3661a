import '@fontsource-variable/bricolage-grotesque/wght.css';
import '@fontsource-variable/instrument-sans/wght.css';
import './base.css';
import { FACTS_ATTRIBUTE, type SiteFacts } from '@clearcut/schemas/site/facts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { CAMPAIGN_PARAMETERS, isCampaignVisit } from '@clearcut/schemas/site/campaign';
import { preferredLanguage } from '../lib/i18n/i18n.ts';
import { DEFAULT_LANGUAGE } from '@clearcut/schemas/languages';
import { isWithoutLanguage, splitPath } from '../lib/i18n/paths.ts';
import { App } from './App.tsx';
import { startSession } from './session/session.ts';
import { showLanguage } from './language/show-language.ts';

async function start(): Promise<void> {
  const landing = isCampaignVisit(location.search) ? location.href : undefined;
  const named = splitPath(location.pathname).language ?? DEFAULT_LANGUAGE;
  startSession();
  await showLanguage(isWithoutLanguage(location.pathname) ? preferredLanguage() : named);

  const root = document.getElementById('root');
  if (root === null) throw new Error('No #root');
  const facts = factsOf(root);
  // What counts visitors reads the address itself.
  if (landing !== undefined && facts.tags === undefined) cleanAddress();
  createRoot(root).render(
    <StrictMode>
      <App facts={facts} />
    </StrictMode>,
  );
  if (landing !== undefined)
    void import('../features/attribution/landing.ts').then((part) => part.recordLanding(landing));
  // Where their code does not come, as when the page is left, the page does without.
  if ((facts.tags ?? facts.chat ?? facts.errors) !== undefined)
    void import('./others.tsx').then((part) => part.startOthers(facts)).catch(() => undefined);
}

/** Takes what is of a campaign out of the address: people pass addresses on. */
function cleanAddress(): void {
  const address = new URL(location.href);
  for (const name of CAMPAIGN_PARAMETERS) address.searchParams.delete(name);
  history.replaceState(history.state, '', address);
}

/** Vite's own server, for working on the client, says nothing of the installation. */
function factsOf(root: HTMLElement): SiteFacts {
  const text = root.getAttribute(FACTS_ATTRIBUTE);
  return text === null ? { origin: location.origin, operator: null } : (JSON.parse(text) as SiteFacts);
}

void start();
