import { redirectDocument, type LoaderFunctionArgs } from 'react-router';

/** Addresses that were opened by a page load; `/app/checkout` and its steps are one. */
const pageOf = (address: string): string => new URL(address).pathname.replace(/^(\/app\/checkout).*/, '$1');

/**
 * Opens a page by a whole page load, however it was asked for: only the answers to these addresses allow the payment provider's script
 * and frames, and a policy stands for as long as the document.
 */
export function byPageLoad({ request }: LoaderFunctionArgs): Response | null {
  const [loaded] = performance.getEntriesByType('navigation');
  const { pathname, search } = new URL(request.url);
  if (loaded !== undefined && pageOf(loaded.name) === pageOf(request.url)) return null;
  return redirectDocument(pathname + search);
}
