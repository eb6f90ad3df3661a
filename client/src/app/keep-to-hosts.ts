import type { DataRouter } from 'react-router';
import { FACTS_ATTRIBUTE, type SiteFacts } from '@clearcut/schemas/site/facts';
import { addressElsewhere } from '@clearcut/schemas/site/hosts';

/** Opens pages of the billing or checkout host by a page load, as the server does. */
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
