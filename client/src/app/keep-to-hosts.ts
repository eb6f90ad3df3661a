import type { DataRouter } from 'react-router';
import { FACTS_ATTRIBUTE, type SiteFacts } from '@clearcut/schemas/site/facts';
import { addressElsewhere } from '@clearcut/schemas/site/hosts';

/**
 * Where billing or checkout has a host of its own, a page of another host is opened there by a page load. The server does the same for
 * addresses that a browser asks it for. Pages of payments are all in the private area, whose routes bring it.
 */
export function keepToHosts(router: Pick<DataRouter, 'subscribe'>): void {
  const text = document.getElementById('root')?.getAttribute(FACTS_ATTRIBUTE) ?? '{}';
  const { hosts } = JSON.parse(text) as Partial<SiteFacts>;
  if (hosts === undefined) return;
  router.subscribe(({ navigation, location: shown }) => {
    const { pathname, search } = navigation.location ?? shown;
    const address = addressElsewhere(hosts, location.host, pathname + search);
    if (address !== undefined) location.assign(address);
  });
}
