import { isIP } from 'node:net';
import { getDomain } from 'tldts';
import type { SiteHosts } from '@clearcut/schemas/site/hosts';
import { z } from 'zod';

export const isWeb = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);

const originSetting = (example: string) =>
  z
    .string()
    .refine(
      (text) => isWeb(text) && new URL(text).href === `${new URL(text).origin}/`,
      `must be the address under which people open the product, without a path, such as ${example}`,
    )
    .transform((text) => new URL(text).origin)
    .optional();

export const hostSettings = {
  PUBLIC_URL: originSetting('https://clearcut.example.com'),
  BILLING_URL: originSetting('https://billing.clearcut.example.com'),
  CHECKOUT_URL: originSetting('https://pay.clearcut.example.com'),
};

type Given = z.infer<z.ZodObject<typeof hostSettings>>;

interface Named {
  readonly name: string;
  readonly url: string;
}

const named = ({ BILLING_URL, CHECKOUT_URL }: Given): Named[] =>
  Object.entries({ BILLING_URL, CHECKOUT_URL }).flatMap(([name, url]: [string, string | undefined]) =>
    url === undefined ? [] : [{ name, url }],
  );

/** Browsers accept no cookie for a public suffix (publicsuffix.org). */
const isPublic = (domain: string): boolean => getDomain(domain, { allowPrivateDomains: true }) === null;

/** Undefined when only a public suffix is shared. */
function commonDomain(urls: readonly string[]): string | undefined {
  const [first = '', ...others] = urls.map((url) => new URL(url).hostname);
  if (others.every((one) => one === first)) return first;
  if ([first, ...others].some((one) => isIP(one) !== 0)) return undefined;
  const labels = first.split('.');
  for (let from = 0; from < labels.length - 1; from += 1) {
    const domain = labels.slice(from).join('.');
    if (!isPublic(domain) && others.every((one) => one === domain || one.endsWith(`.${domain}`))) return domain;
  }
  return undefined;
}

export function checkHosts(given: Given, context: z.RefinementCtx): void {
  const { PUBLIC_URL: main } = given;
  if (main === undefined) return;
  for (const { name, url } of named(given)) {
    if (new URL(url).protocol !== new URL(main).protocol) {
      context.addIssue({ code: 'custom', path: [name], message: 'must be http or https as PUBLIC_URL is' });
    } else if (commonDomain([main, url]) === undefined) {
      const message = `must lie under one domain with PUBLIC_URL, such as billing.${new URL(main).hostname}: logins are shared by a cookie of that domain`;
      context.addIssue({ code: 'custom', path: [name], message });
    }
  }
}

export interface HostsConfig {
  /** Undefined: all pages live at `publicUrl`. */
  readonly hosts: SiteHosts | undefined;
  /** Undefined: a host-only cookie. */
  readonly cookieDomain: string | undefined;
}

export function hostsOf(given: Given): HostsConfig {
  const { PUBLIC_URL: main, BILLING_URL: billing, CHECKOUT_URL: checkout } = given;
  const urls = named(given).map(({ url }) => url);
  if (main === undefined || urls.every((url) => url === main)) return { hosts: undefined, cookieDomain: undefined };
  const isOneHost = urls.every((url) => new URL(url).hostname === new URL(main).hostname);
  return {
    hosts: { main, billing: billing ?? main, checkout: checkout ?? main },
    cookieDomain: isOneHost ? undefined : commonDomain([main, ...urls]),
  };
}
