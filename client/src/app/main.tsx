import '@fontsource-variable/bricolage-grotesque/wght.css';
import '@fontsource-variable/instrument-sans/wght.css';
import '@fontsource-variable/readex-pro/wght.css';
import './base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { preferredLanguage } from '../lib/i18n/i18n.ts';
import { DEFAULT_LANGUAGE } from '@clearcut/schemas/languages';
import { isWithoutLanguage, preferredAddress, splitPath } from '../lib/i18n/paths.ts';
import { App } from './App.tsx';
import { startSession } from './session/session.ts';
import { showLanguage } from './language/show-language.ts';

async function start(): Promise<void> {
  const preferred = preferredLanguage();
  const address = preferredAddress(location.pathname, preferred);
  if (address !== undefined) history.replaceState(null, '', address + location.search + location.hash);

  const named = splitPath(location.pathname).language ?? DEFAULT_LANGUAGE;
  startSession();
  await showLanguage(isWithoutLanguage(location.pathname) ? preferred : named);

  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

void start();
