/** Origins without trailing slash. */
export interface SiteHosts {
  readonly main: string;
  readonly billing: string;
  readonly checkout: string;
}

const BILLING = /^\/app\/billing(\/|$)/;
const CHECKOUT = /^\/app\/(checkout|fastcheckout)(\/|$)/;
const ANYWHERE = /^\/dev(\/|$)/;

/**
 * Address on another of our hosts (docs/product.md, Pages); undefined: stays. Leaves unknown hosts alone, as load
 * balancers use.
 * @param here host and port of the request
 * @param address path and query
 */
export function addressElsewhere(hosts: SiteHosts, here: string, address: string): string | undefined {
  const [pathname = ''] = address.split('?');
  const all = Object.values(hosts) as string[];
  if (ANYWHERE.test(pathname) || !all.some((origin) => new URL(origin).host === here)) return undefined;
  const home = BILLING.test(pathname) ? hosts.billing : CHECKOUT.test(pathname) ? hosts.checkout : hosts.main;
  return new URL(home).host === here ? undefined : home + address;
}
