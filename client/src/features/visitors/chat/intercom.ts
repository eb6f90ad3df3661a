import { runScript } from '../../../lib/site/run-script.ts';
import { removeCookies } from '../../../lib/storage/remove-cookies.ts';
import { type ChatWidget, logMissing, removeParts } from './port.ts';

type Command = (...words: readonly unknown[]) => void;

declare global {
  interface Window {
    Intercom?: Command & { readonly q?: unknown[] };
    intercomSettings?: object;
  }
}

const WIDGET = 'https://widget.intercom.io/widget/';
/** Elements that its script adds to the page. */
const PARTS =
  '[id^=intercom], [class^=intercom], iframe[name^=intercom], script[src^="https://widget.intercom.io/"], script[src^="https://js.intercomcdn.com/"]';

/** Intercom (developers.intercom.com/installing-intercom/web). Its script replays earlier commands. */
export function intercom(id: string): ChatWidget {
  return {
    start() {
      const q: unknown[] = [];
      window.Intercom = Object.assign((...words: readonly unknown[]) => void q.push(words), { q });
      window.intercomSettings = { app_id: id };
      logMissing(runScript(WIDGET + encodeURIComponent(id)));
    },
    identify({ signature, ...who }) {
      window.Intercom?.('update', { ...who, user_hash: signature });
    },
    stop() {
      window.Intercom?.('shutdown');
      delete window.Intercom;
      delete window.intercomSettings;
      removeParts(PARTS, 'intercom.');
      removeCookies(/^intercom-/);
    },
  };
}
