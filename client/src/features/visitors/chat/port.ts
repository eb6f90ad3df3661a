import type { ChatIdentity } from '@clearcut/schemas/site/chat';

/** Loads and stores nothing before `start`. */
export interface ChatWidget {
  start(): void;
  identify(identity: ChatIdentity): void;
  /** Removes script, frames, cookies and globals. */
  stop(): void;
}

export function logFault(message: string, error?: unknown): void {
  // eslint-disable-next-line no-console
  console.warn(message, error ?? '');
}

export function logMissing(script: HTMLScriptElement): void {
  script.addEventListener('error', () => logFault(`The chat could not be loaded from ${new URL(script.src).host}.`));
}

/** `stored`: start of storage keys. */
export function removeParts(selector: string, stored: string): void {
  for (const element of document.querySelectorAll(selector)) element.remove();
  for (const key of Object.keys(localStorage)) if (key.startsWith(stored)) localStorage.removeItem(key);
}
