import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { checkHosts, hostsOf, hostSettings, type HostsConfig, isWeb } from './hosts.ts';
import { projectRoot } from './project.ts';
import { checkCompanions, type Companions } from './required-together.ts';

export interface OutsideConfig extends HostsConfig {
  /** Without a trailing slash. Undefined: localhost at the port in use. */
  readonly publicUrl: string | undefined;
  /** Without them every request would share the proxy's limits. */
  readonly trustedProxies: readonly string[];
  readonly metricsNetworks: readonly string[];
  /** Never where strangers come. */
  readonly sandbox: boolean;
  /** Undefined: the sandbox's mailbox, else nowhere. */
  readonly smtp: { readonly url: string; readonly from: string } | undefined;
  readonly oidc:
    | {
        readonly issuer: string;
        readonly clientId: string;
        /** Undefined for a public client. */
        readonly clientSecret: string | undefined;
        readonly name: string;
      }
    | undefined;
  /** Undefined: the sandbox, which moves no money; else nothing is sold. */
  readonly stripe:
    | {
        readonly secretKey: string;
        readonly publishableKey: string;
        /** Undefined: polls. */
        readonly webhookSecret: string | undefined;
      }
    | undefined;
  readonly stripeTax: boolean;
  /** Absolute path. */
  readonly billingCatalogue: string;
  /** Undefined: trusts no header. */
  readonly countryHeader: string | undefined;
  readonly geoipDatabase: string | undefined;
  readonly turnstile: { readonly siteKey: string; readonly secretKey: string } | undefined;
}

const isOneOf =
  (protocols: readonly string[]) =>
  (text: string): boolean =>
    URL.canParse(text) && protocols.includes(new URL(text).protocol);

function isNetwork(text: string): boolean {
  const [address = '', bits] = text.split('/');
  const version = isIP(address);
  return version !== 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)));
}

export function isLocalHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || /^(127\.[\d.]+|\[::1\])$/.test(hostname);
}

export function originOf(
  { publicUrl, host }: { readonly publicUrl: string | undefined; readonly host: string },
  port: number,
): string {
  const isHere = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host);
  const named = isHere ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host;
  // Omits the default port, as browsers do.
  return publicUrl ?? new URL(`http://${named}:${port}`).origin;
}

const isSafe = (url: string): boolean => new URL(url).protocol === 'https:' || isLocalHost(new URL(url).hostname);

export const networks = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((parts) => parts.every(isNetwork), 'must be addresses or networks, such as 127.0.0.1, 10.0.0.0/8');

export const outsideSettings = {
  ...hostSettings,
  TRUSTED_PROXIES: networks.optional(),
  METRICS_NETWORKS: networks.default(['127.0.0.0/8', '::1']),
  SANDBOX: z
    .enum(['true', 'false'], 'must be true or false')
    .transform((text) => text === 'true')
    .optional(),
  SMTP_URL: z
    .string()
    .refine(isOneOf(['smtp:', 'smtps:']), 'must look like smtps://user:password@mail.example.com:465')
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>@\r\n]+ <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
      'must look like Clearcut <no-reply@example.com>',
    )
    .optional(),
  OIDC_ISSUER: z
    .string()
    .refine((text) => isWeb(text) && isSafe(text), 'must be the https address of an OpenID Connect issuer')
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().max(40, 'must have 40 characters at most').optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[rs]k_(test|live)_\w+$/, 'must look like sk_test_… or sk_live_…')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w+$/, 'must look like pk_test_… or pk_live_…')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w+$/, 'must look like whsec_…')
    .optional(),
  STRIPE_TAX: z
    .enum(['true', 'false'], 'must be true or false')
    .transform((text) => text === 'true')
    .default(false),
  BILLING_CATALOGUE: z.string().default('billing/catalogue.json'),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[\w-]+$/, 'must be the name of a header, such as cf-ipcountry')
    .optional(),
  GEOIP_DATABASE: z.string().optional(),
  TURNSTILE_SITE_KEY: z.string().optional(),
  TURNSTILE_SECRET_KEY: z.string().optional(),
};

type Given = z.infer<z.ZodObject<typeof outsideSettings>>;

const COMPANIONS: Companions<Given> = [
  ['BILLING_URL', 'PUBLIC_URL'],
  ['CHECKOUT_URL', 'PUBLIC_URL'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID'],
  ['OIDC_CLIENT_ID', 'OIDC_ISSUER'],
  ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'],
  ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_SECRET_KEY'],
  ['STRIPE_WEBHOOK_SECRET', 'STRIPE_SECRET_KEY'],
  // Without a proxy, visitors could set the header themselves.
  ['COUNTRY_HEADER', 'TRUSTED_PROXIES'],
  ['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET_KEY'],
  ['TURNSTILE_SECRET_KEY', 'TURNSTILE_SITE_KEY'],
];

export function checkOutside(given: Given, context: z.RefinementCtx): void {
  checkCompanions(COMPANIONS, given, context);
  checkHosts(given, context);
  const { STRIPE_SECRET_KEY: secret = '', STRIPE_PUBLISHABLE_KEY: publishable = '' } = given;
  const isLive = secret.includes('_live_');
  // Trying the product must never charge anyone.
  if (isLive && isSandbox(given)) {
    context.addIssue({
      code: 'custom',
      path: ['STRIPE_SECRET_KEY'],
      message: 'must be a test key while SANDBOX is on',
    });
  }
  if (publishable !== '' && publishable.includes('_live_') !== isLive) {
    context.addIssue({
      code: 'custom',
      path: ['STRIPE_PUBLISHABLE_KEY'],
      message: 'must be of the same mode as STRIPE_SECRET_KEY',
    });
  }
}

function isSandbox({ SANDBOX: sandbox, SMTP_URL: smtp, PUBLIC_URL: publicUrl }: Given): boolean {
  return sandbox ?? (smtp === undefined && isLocalHost(new URL(publicUrl ?? 'http://localhost').hostname));
}

export function outsideOf(given: Given): OutsideConfig {
  const { PUBLIC_URL: publicUrl, SMTP_URL: url, OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = given;
  const host = new URL(publicUrl ?? 'http://localhost').hostname;
  return {
    publicUrl,
    ...hostsOf(given),
    trustedProxies: given.TRUSTED_PROXIES ?? [],
    metricsNetworks: given.METRICS_NETWORKS,
    sandbox: isSandbox(given),
    smtp: url === undefined ? undefined : { url, from: given.MAIL_FROM ?? `Clearcut <no-reply@${host}>` },
    oidc:
      issuer === undefined || clientId === undefined
        ? undefined
        : {
            issuer,
            clientId,
            clientSecret: given.OIDC_CLIENT_SECRET,
            name: given.OIDC_NAME ?? new URL(issuer).hostname,
          },
    stripe:
      given.STRIPE_SECRET_KEY === undefined || given.STRIPE_PUBLISHABLE_KEY === undefined
        ? undefined
        : {
            secretKey: given.STRIPE_SECRET_KEY,
            publishableKey: given.STRIPE_PUBLISHABLE_KEY,
            webhookSecret: given.STRIPE_WEBHOOK_SECRET,
          },
    stripeTax: given.STRIPE_TAX,
    billingCatalogue: resolve(projectRoot, given.BILLING_CATALOGUE),
    countryHeader: given.COUNTRY_HEADER,
    geoipDatabase: given.GEOIP_DATABASE && resolve(projectRoot, given.GEOIP_DATABASE),
    turnstile:
      given.TURNSTILE_SITE_KEY === undefined || given.TURNSTILE_SECRET_KEY === undefined
        ? undefined
        : { siteKey: given.TURNSTILE_SITE_KEY, secretKey: given.TURNSTILE_SECRET_KEY },
  };
}
