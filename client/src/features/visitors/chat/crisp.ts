import { runScript } from '../../../lib/site/run-script.ts';
import { removeCookies } from '../../../lib/storage/remove-cookies.ts';
import { type ChatWidget, logMissing, removeParts } from './port.ts';

declare global {
  interface Window {
    $crisp?: { push(command: readonly unknown[]): void };
    CRISP_WEBSITE_ID?: string;
  }
}

const HOST = 'https://client.crisp.chat/';
const PARTS = `[class^=crisp], script[src^="${HOST}"], link[href^="${HOST}"]`;

const say = (...command: readonly unknown[]): void => window.$crisp?.push(command);

/** Crisp (docs.crisp.chat/guides/chatbox-sdks/web-sdk). Queues commands before its script loads. */
export function crisp(id: string): ChatWidget {
  return {
    start() {
      window.$crisp = [];
      window.CRISP_WEBSITE_ID = id;
      logMissing(runScript(`${HOST}l.js`));
    },
    identify({ user_id, name, email, created_at, signature }) {
      say('set', 'user:email', signature === null ? [email] : [email, signature]);
      say('set', 'user:nickname', [name]);
      const facts = Object.entries({ user_id, created_at });
      say('set', 'session:data', [facts]);
    },
    stop() {
      say('do', 'session:reset');
      delete window.$crisp;
      delete window.CRISP_WEBSITE_ID;
      removeParts(PARTS, 'crisp-client');
      removeCookies(/^crisp-client/);
    },
  };
}
