import type { ChatIdentity } from '@clearcut/schemas/site/chat';

/** The chat of another service. Until `start` is called it fetches nothing and stores nothing. */
export interface ChatWidget {
  /** Shows it to a person of whom nothing is said. */
  start(): void;
  /** Says who the member is that it is shown to. */
  identify(identity: ChatIdentity): void;
  /** Ends the conversation in this browser, and takes away what came with it: script, frames, cookies, globals. */
  stop(): void;
}

/** A chat that fails is no fault that a person could mend: it is logged, and nothing else. */
export function logFault(message: string, error?: unknown): void {
  // eslint-disable-next-line no-console
  console.warn(message, error ?? '');
}

export function logMissing(script: HTMLScriptElement): void {
  script.addEventListener('error', () => logFault(`The chat could not be loaded from ${new URL(script.src).host}.`));
}

/** Removes elements, and values of the browser's storage whose names begin so. */
export function takeAway(selector: string, stored: string): void {
  for (const element of document.querySelectorAll(selector)) element.remove();
  for (const key of Object.keys(localStorage)) if (key.startsWith(stored)) localStorage.removeItem(key);
}
