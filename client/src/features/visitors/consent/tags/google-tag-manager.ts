import { runScript } from '../../../../lib/site/run-script.ts';
import { removeCookies } from '../../../../lib/storage/remove-cookies.ts';
import type { Counter } from './port.ts';

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

const PURPOSES = ['ad_storage', 'ad_user_data', 'ad_personalization', 'analytics_storage'] as const;
const all = (state: 'granted' | 'denied') => Object.fromEntries(PURPOSES.map((purpose) => [purpose, state]));
/** Milliseconds that Google's tags wait for an answer before running without one. */
const WAIT_MS = 500;

/**
 * Google Tag Manager with Consent Mode v2 (developers.google.com/tag-platform/security/guides/consent): denied by
 * default, then updated with what the visitor granted. Loads its script only then.
 */
export function googleTagManager(id: string): Counter {
  const layer = (window.dataLayer ??= []);
  let runs = false;
  // Google's snippet pushes `arguments`; its script misreads an array.
  function gtag(..._words: unknown[]): void {
    // eslint-disable-next-line prefer-rest-params
    layer.push(arguments);
  }
  return {
    start() {
      if (!runs) {
        gtag('consent', 'default', { ...all('denied'), wait_for_update: WAIT_MS });
        layer.push({ 'gtm.start': Date.now(), event: 'gtm.js' });
        runScript(`https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(id)}`);
      }
      runs = true;
      gtag('consent', 'update', all('granted'));
    },
    showPage(path) {
      layer.push({ event: 'page_shown', page_path: path });
    },
    showUser({ pk, role, language, currency, country, created_at }) {
      const user = { role, language, currency, country, created_at };
      layer.push({ event: 'user_known', user_id: pk, user });
    },
    hideUser() {
      // Google's layer keeps a value until another replaces it.
      layer.push({ event: 'user_left', user_id: undefined, user: undefined });
    },
    stop() {
      gtag('consent', 'update', all('denied'));
      removeCookies(COOKIE);
    },
  };
}

/** Cookies of Google's tags, on this host or a parent domain. */
const COOKIE = /^_(ga|gid|gat|gcl|dc_gtm)/;
