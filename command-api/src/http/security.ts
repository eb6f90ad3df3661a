import type { Tags } from '@clearcut/schemas/site/facts';
import type { HelmetOptions } from 'helmet';

/** Where the script and the frame of the human check come from. */
const HUMAN_CHECK = 'https://challenges.cloudflare.com';

/**
 * Where Stripe's script, its frames and those of banks come from (docs.stripe.com/security/guide, the list for Stripe.js). Its hosts for maps
 * fill in addresses, for which we have a form of our own.
 */
const STRIPE_JS = ['https://js.stripe.com', 'https://*.js.stripe.com'];
const STRIPE = { scripts: STRIPE_JS, frames: [...STRIPE_JS, 'https://hooks.stripe.com'] };
const STRIPE_API = 'https://api.stripe.com';

/** Where the script that counts visitors comes from, and what it may send to (developers.google.com/tag-platform/security/guides/csp). */
function tagHosts(tags: Tags | undefined): { readonly scripts: readonly string[]; readonly send: readonly string[] } {
  if (tags === undefined) return { scripts: [], send: [] };
  if (tags.kind === 'plausible') return { scripts: [tags.origin], send: [tags.origin] };
  const manager = 'https://*.googletagmanager.com';
  return { scripts: [manager], send: [manager, 'https://*.google-analytics.com', 'https://*.analytics.google.com'] };
}

/**
 * Nothing but our own files may run or load, save the human check, what counts visitors and, on pages that take payments, Stripe's form, where there are such.
 * Styles alone may stand inline: the client's component library writes them at run time. HTTPS is not forced on sub-resources, or the
 * product could not be used on plain http at home.
 */
export function securityHeaders({
  humanCheck,
  stripe,
  own = [],
  tags,
}: {
  readonly humanCheck: boolean;
  /** The page takes payments, and Stripe is what takes them. */
  readonly stripe: boolean;
  /** Origins of ours, where pages live on several hosts: they may call the API of each other. */
  readonly own?: readonly string[];
  /** What counts visitors; never on a page that takes payments. */
  readonly tags?: Tags | undefined;
}): HelmetOptions {
  const others = humanCheck ? [HUMAN_CHECK] : [];
  const counting = tagHosts(tags);
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...others, ...(stripe ? STRIPE.scripts : []), ...counting.scripts],
        frameSrc: ["'self'", ...others, ...(stripe ? STRIPE.frames : [])],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'blob:', 'data:', ...counting.send],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", ...own, ...(stripe ? [STRIPE_API] : []), ...counting.send],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    frameguard: { action: 'deny' },
  };
}

/** For bytes that users uploaded: a browser may show them as a picture, and run nothing in them. */
export const uploadedBytesPolicy = "default-src 'none'; sandbox";
