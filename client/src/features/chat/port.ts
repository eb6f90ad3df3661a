import type { ChatIdentity } from '@clearcut/schemas/site/chat';

/** A third-party chat. Loads and stores nothing before `start`. */
export interface ChatWidget {
  /** Shows the chat to an anonymous visitor. */
  start(): void;
  identify(identity: ChatIdentity): void;
  /** Ends the conversation in this browser and removes its script, frames, cookies and globals. */
  stop(): void;
}

/** People cannot fix a failing chat, so it is only logged. */
export function logFault(message: string, error?: unknown): void {
  // eslint-disable-next-line no-console
  console.warn(message, error ?? '');
}

export function logMissing(script: HTMLScriptElement): void {
  script.addEventListener('error', () => logFault(`The chat could not be loaded from ${new URL(script.src).host}.`));
}

/** Removes matching elements, and stored values whose keys start with `stored`. */
export function takeAway(selector: string, stored: string): void {
  for (const element of document.querySelectorAll(selector)) element.remove();
  for (const key of Object.keys(localStorage)) if (key.startsWith(stored)) localStorage.removeItem(key);
}
