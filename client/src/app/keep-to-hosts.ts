import { addressElsewhere, type SiteHosts } from '@clearcut/schemas/site/hosts';
import { router } from './router.tsx';

/**
 * Where billing or checkout has a host of its own, a page of another host is opened there by a page load. The server does the same for
 * addresses that a browser asks it for.
 */
export function keepTo(hosts: SiteHosts): void {
  router.subscribe(({ navigation, location: shown }) => {
    const { pathname, search } = navigation.location ?? shown;
    const address = addressElsewhere(hosts, location.host, pathname + search);
    if (address !== undefined) location.assign(address);
  });
}
