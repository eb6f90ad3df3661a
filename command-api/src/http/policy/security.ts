import type { HelmetOptions } from 'helmet';
import { otherHosts, type Others } from './other-hosts.ts';

/** Where the script and the frame of the human check come from. */
const HUMAN_CHECK = 'https://challenges.cloudflare.com';

/**
 * Where Stripe's script, its frames and those of banks come from (docs.stripe.com/security/guide, the list for Stripe.js). Its hosts for maps
 * fill in addresses, for which we have a form of our own.
 */
const STRIPE_JS = ['https://js.stripe.com', 'https://*.js.stripe.com'];
const STRIPE = { scripts: STRIPE_JS, frames: [...STRIPE_JS, 'https://hooks.stripe.com'] };
const STRIPE_API = 'https://api.stripe.com';

/**
 * Nothing but our own files may run or load, save the human check, what the operator had loaded from others and, on pages that take payments, Stripe's form, where there are such.
 * Styles alone may stand inline: the client's component library writes them at run time. HTTPS is not forced on sub-resources, or the
 * product could not be used on plain http at home.
 */
export function securityHeaders({
  humanCheck,
  stripe,
  own = [],
  others = {},
}: {
  readonly humanCheck: boolean;
  /** The page takes payments, and Stripe is what takes them. */
  readonly stripe: boolean;
  /** Origins of ours, where pages live on several hosts: they may call the API of each other. */
  readonly own?: readonly string[];
  /** Never on a page that takes payments. */
  readonly others?: Others;
}): HelmetOptions {
  const check = humanCheck ? [HUMAN_CHECK] : [];
  const hosts = otherHosts(others);
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...check, ...(stripe ? STRIPE.scripts : []), ...hosts('scriptSrc')],
        frameSrc: ["'self'", ...check, ...(stripe ? STRIPE.frames : []), ...hosts('frameSrc')],
        styleSrc: ["'self'", "'unsafe-inline'", ...hosts('styleSrc')],
        imgSrc: ["'self'", 'blob:', 'data:', ...hosts('imgSrc')],
        fontSrc: ["'self'", 'data:', ...hosts('fontSrc')],
        mediaSrc: ["'self'", ...hosts('mediaSrc')],
        connectSrc: ["'self'", ...own, ...(stripe ? [STRIPE_API] : []), ...hosts('connectSrc')],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'", ...hosts('formAction')],
        frameAncestors: ["'none'"],
      },
    },
    frameguard: { action: 'deny' },
  };
}

/** For bytes that users uploaded: a browser may show them as a picture, and run nothing in them. */
export const uploadedBytesPolicy = "default-src 'none'; sandbox";
