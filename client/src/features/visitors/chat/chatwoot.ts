import type { ChatIdentity } from '@clearcut/schemas/site/chat';
import { runScript } from '../../../lib/site/run-script.ts';
import { removeCookies } from '../../../lib/storage/remove-cookies.ts';
import { type ChatWidget, logMissing, removeParts } from './port.ts';

declare global {
  interface Window {
    chatwootSDK?: { run(options: { readonly websiteToken: string; readonly baseUrl: string }): void };
    $chatwoot?: {
      setUser(id: string, user: object): void;
      setCustomAttributes(attributes: object): void;
      reset(): void;
    };
  }
}

const PARTS = '[id^=cw-], [class^=woot-], #chatwoot_live_chat_widget';

/** Self-hosted Chatwoot (chatwoot.com/hc/user-guide, SDK setup). Accepts no command before it is ready. */
export function chatwoot({ id, origin }: { readonly id: string; readonly origin: string }): ChatWidget {
  let script: HTMLScriptElement | undefined;
  let isReady = false;
  let member: ChatIdentity | undefined;
  const sendIdentity = (): void => {
    if (!isReady || member === undefined) return;
    const { user_id, name, email, created_at, signature } = member;
    window.$chatwoot?.setUser(user_id, { name, email, identifier_hash: signature });
    window.$chatwoot?.setCustomAttributes({ created_at });
  };
  const onReady = (): void => {
    isReady = true;
    sendIdentity();
  };
  return {
    start() {
      const own = runScript(`${origin}/packs/js/sdk.js`);
      script = own;
      logMissing(own);
      window.addEventListener('chatwoot:ready', onReady, { once: true });
      own.addEventListener('load', () => {
        // Not stopped while loading.
        if (script === own) window.chatwootSDK?.run({ websiteToken: id, baseUrl: origin });
      });
    },
    identify(identity) {
      member = identity;
      sendIdentity();
    },
    stop() {
      window.removeEventListener('chatwoot:ready', onReady);
      window.$chatwoot?.reset();
      delete window.$chatwoot;
      delete window.chatwootSDK;
      script?.remove();
      script = undefined;
      isReady = false;
      member = undefined;
      removeParts(PARTS, 'cw_');
      removeCookies(/^cw_/);
    },
  };
}
