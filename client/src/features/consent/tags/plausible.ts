import { runScript } from '../../../lib/site/run-script.ts';
import type { Counter } from './port.ts';

/** Plausible on a server of the operator's. Its script sees by itself that another page is shown, and stores nothing. */
export function plausible(origin: string): Counter {
  let runs = false;
  return {
    start() {
      if (!runs) runScript(`${origin}/js/script.js`, { domain: location.hostname });
      runs = true;
    },
    showPage: () => undefined,
    stop: () => undefined,
  };
}
