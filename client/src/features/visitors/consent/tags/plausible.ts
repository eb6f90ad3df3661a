import { runScript } from '../../../../lib/site/run-script.ts';
import type { Counter } from './port.ts';

/** Self-hosted Plausible. Its script notices page changes itself and stores nothing. */
export function plausible(origin: string): Counter {
  let runs = false;
  return {
    start() {
      if (!runs) runScript(`${origin}/js/script.js`, { domain: location.hostname });
      runs = true;
    },
    showPage: () => undefined,
    showUser: () => undefined,
    hideUser: () => undefined,
    stop: () => undefined,
  };
}
