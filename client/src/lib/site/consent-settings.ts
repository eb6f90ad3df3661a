const EVENT = 'consent-settings';

/** No effect without analytics, whose code is loaded separately. */
export const openConsentSettings = (): boolean => window.dispatchEvent(new Event(EVENT));

/** Returns a function that unsubscribes. */
export function onConsentSettings(listener: () => void): () => void {
  window.addEventListener(EVENT, listener);
  return () => window.removeEventListener(EVENT, listener);
}
