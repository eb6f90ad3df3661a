import { redirectDocument, type LoaderFunctionArgs } from 'react-router';

/** Addresses opened by a page load; `/app/checkout` and its steps are one. */
const pageOf = (address: string): string => new URL(address).pathname.replace(/^(\/app\/checkout).*/, '$1');

/**
 * Only responses to these addresses allow the payment provider's script, and a document keeps its content security
 * policy.
 */
export function byPageLoad({ request }: LoaderFunctionArgs): Response | null {
  const [loaded] = performance.getEntriesByType('navigation');
  const { pathname, search } = new URL(request.url);
  if (loaded !== undefined && pageOf(loaded.name) === pageOf(request.url)) return null;
  return redirectDocument(pathname + search);
}
