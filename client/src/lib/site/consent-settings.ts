const EVENT = 'consent-settings';

/** Opens the choice about cookies anew. What shows it is fetched by itself, and is not there where nothing counts visitors. */
export const openConsentSettings = (): boolean => window.dispatchEvent(new Event(EVENT));

/** Answers with a function that ends the listening. */
export function onConsentSettings(listener: () => void): () => void {
  window.addEventListener(EVENT, listener);
  return () => window.removeEventListener(EVENT, listener);
}
