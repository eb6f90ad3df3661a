import { FACTS_ATTRIBUTE, type SiteFacts } from '@clearcut/schemas/site/facts';

const ROOT = '<div id="root"></div>';

/**
 * The built client's page with what this installation says of itself: what a browser draws from, and what pages are drawn into.
 * @throws Error where the build has no root element
 */
export function shellOf(index: string, facts: SiteFacts): string {
  if (!index.includes(ROOT)) throw new Error('The built page has no root element');
  const json = JSON.stringify(facts).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return index.replace(ROOT, () => `<div id="root" ${FACTS_ATTRIBUTE}="${json.replaceAll('>', '&gt;')}"></div>`);
}
