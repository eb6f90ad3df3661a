import type { Chat } from '@clearcut/schemas/site/chat';
import { chatContracts } from '@clearcut/schemas/contracts/chat';
import { call } from '../../../lib/contracts/call.ts';
import { session } from '../../auth/session/session.ts';
import { readConsent } from '../consent/record.ts';
import { chatwoot } from './chatwoot.ts';
import { crisp } from './crisp.ts';
import { intercom } from './intercom.ts';
import { type ChatWidget, logFault } from './port.ts';

/** docs/product.md, Chat */
const CONSENT_POLL_MS = 500;
const IDENTIFY_DELAY_MS = 1_000;

export function widgetOf(chat: Chat): ChatWidget {
  if (chat.kind === 'chatwoot') return chatwoot(chat);
  return chat.kind === 'intercom' ? intercom(chat.id) : crisp(chat.id);
}

/**
 * Shows the chat once the cookie question is answered, and identifies the person while logged in. A logout ends it
 * until the next login or page load: the next person at this browser must not read the conversation.
 * @returns a function that ends it
 */
export function runChat(widget: ChatWidget): () => void {
  /** Null: a visitor; undefined: hidden. */
  let shownTo: string | null | undefined;
  let isOver = false;
  let identifying: ReturnType<typeof setTimeout> | undefined;

  const hide = (): void => {
    clearTimeout(identifying);
    if (shownTo !== undefined) widget.stop();
    shownTo = undefined;
  };
  const identify = async (userId: string): Promise<void> => {
    try {
      const identity = await call(chatContracts.identity);
      if (shownTo === userId && identity.user_id === userId) widget.identify(identity);
    } catch (error) {
      logFault('The chat did not receive the logged-in user.', error);
    }
  };
  const update = (): void => {
    const { status, profile } = session.getState();
    if (status === 'checking' || readConsent()?.about.includes('chat') !== true) return;
    clearInterval(polling);
    const person = status === 'loggedIn' ? profile.pk : null;
    if (person === shownTo) return;
    if (typeof shownTo === 'string') {
      hide();
      isOver = true;
    }
    if (person === null && isOver) return;
    if (shownTo === undefined) widget.start();
    shownTo = person;
    if (person !== null) identifying = setTimeout(() => void identify(person), IDENTIFY_DELAY_MS);
  };

  const polling = setInterval(update, CONSENT_POLL_MS);
  const unsubscribe = session.subscribe(update);
  addEventListener('storage', update);
  update();
  return () => {
    clearInterval(polling);
    unsubscribe();
    removeEventListener('storage', update);
    hide();
  };
}
