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

/** Pages with a form of payment: each is opened by a page load of its own, since the policy stands for as long as the document. */
const PAYING_PAGE = /^\/app\/(checkout|fastcheckout|billing\/payment-method)(\/|$)/;

/** Whether an answer to this path may load the payment provider's script. */
export const isPayingPage = (path: string): boolean => PAYING_PAGE.test(path);

/**
 * Nothing but our own files may run or load, save the human check and, on pages that take payments, Stripe's form, where there are such.
 * Styles alone may stand inline: the client's component library writes them at run time. HTTPS is not forced on sub-resources, or the
 * product could not be used on plain http at home.
 */
export function securityHeaders({
  humanCheck,
  stripe,
  own = [],
}: {
  readonly humanCheck: boolean;
  /** The page takes payments, and Stripe is what takes them. */
  readonly stripe: boolean;
  /** Origins of ours, where pages live on several hosts: they may call the API of each other. */
  readonly own?: readonly string[];
}): HelmetOptions {
  const others = humanCheck ? [HUMAN_CHECK] : [];
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...others, ...(stripe ? STRIPE.scripts : [])],
        frameSrc: ["'self'", ...others, ...(stripe ? STRIPE.frames : [])],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'blob:', 'data:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", ...own, ...(stripe ? [STRIPE_API] : [])],
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
