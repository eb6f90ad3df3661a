import { operationsContracts } from '@clearcut/schemas/contracts/operations';
import type { HelmetOptions } from 'helmet';
import { otherHosts, type Others } from './other-hosts.ts';

const HUMAN_CHECK = 'https://challenges.cloudflare.com';

/** docs.stripe.com/security/guide, with frames of banks, without map hosts. */
const STRIPE_JS = ['https://js.stripe.com', 'https://*.js.stripe.com'];
const STRIPE = { scripts: STRIPE_JS, frames: [...STRIPE_JS, 'https://hooks.stripe.com'] };
const STRIPE_API = 'https://api.stripe.com';

const REPORTING_GROUP = 'policy';
/** Header that says where browsers send what the policy refused. */
export const reportingEndpoints = `${REPORTING_GROUP}="${operationsContracts.policyReports.path}"`;

/**
 * Allows our files, the human check, the operator's additions and, on paying pages, Stripe's form. The component
 * library writes styles at run time. Does not force HTTPS: the product also runs on plain http at home.
 */
export function securityHeaders({
  humanCheck,
  stripe,
  own = [],
  others = {},
}: {
  readonly humanCheck: boolean;
  /** The page takes payments through Stripe. */
  readonly stripe: boolean;
  /** Our hosts, when pages live on several and call each other's API. */
  readonly own?: readonly string[];
  /** Never on pages that take payments. */
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
        reportTo: REPORTING_GROUP,
      },
    },
    frameguard: { action: 'deny' },
  };
}

export const uploadedBytesPolicy = "default-src 'none'; sandbox";
