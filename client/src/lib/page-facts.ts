import { FACTS_ATTRIBUTE, type SiteFacts } from '@clearcut/schemas/site/facts';

/** Vite's development server sends none. */
const NONE = { operator: null, hasCredits: true, starterCredits: 0, chargesSmallSaves: false } as const;

/** As the server wrote them into the page, for code outside components. */
export function pageFacts(): SiteFacts {
  const text = document.getElementById('root')?.getAttribute(FACTS_ATTRIBUTE);
  return text === null || text === undefined ? { origin: location.origin, ...NONE } : (JSON.parse(text) as SiteFacts);
}
