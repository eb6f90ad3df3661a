/** Origins of an installation whose pages live on more than one host, each without a slash at the end. */
export interface SiteHosts {
  readonly main: string;
  readonly billing: string;
  readonly checkout: string;
}

const BILLING = /^\/app\/billing(\/|$)/;
const CHECKOUT = /^\/app\/(checkout|fastcheckout)(\/|$)/;
/** The sandbox's pages are those of whichever host asks for them. */
const ANYWHERE = /^\/dev(\/|$)/;

/**
 * Where the page of an address lives, when that is another of our hosts (docs/product.md, Pages); undefined: here. A host that is none of ours,
 * as a load balancer asks by, is left alone.
 * @param here name and port that the page was asked for by
 * @param address path and query
 */
export function addressElsewhere(hosts: SiteHosts, here: string, address: string): string | undefined {
  const [pathname = ''] = address.split('?');
  const all = Object.values(hosts) as string[];
  if (ANYWHERE.test(pathname) || !all.some((origin) => new URL(origin).host === here)) return undefined;
  const home = BILLING.test(pathname) ? hosts.billing : CHECKOUT.test(pathname) ? hosts.checkout : hosts.main;
  return new URL(home).host === here ? undefined : home + address;
}
