import type { DataRouter } from 'react-router';
import { addressElsewhere } from '@clearcut/schemas/site/hosts';
import { pageFacts } from '../lib/page-facts.ts';

/** Opens pages of the billing or checkout host by a page load, as the server does. */
export function keepToHosts(router: Pick<DataRouter, 'subscribe'>): void {
  const { hosts } = pageFacts();
  if (hosts === undefined) return;
  router.subscribe(({ navigation, location: shown }) => {
    const { pathname, search } = navigation.location ?? shown;
    const address = addressElsewhere(hosts, location.host, pathname + search);
    if (address !== undefined) location.assign(address);
  });
}
