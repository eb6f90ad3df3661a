import type { HelmetOptions } from 'helmet';

/** Where the script and the frame of the human check come from. */
const HUMAN_CHECK = 'https://challenges.cloudflare.com';

/**
 * Nothing but our own files may run or load, save the human check where there is one. Styles alone may stand inline: the client's
 * component library writes them at run time. HTTPS is not forced on sub-resources, or the product could not be used on plain http
 * at home.
 */
export function securityHeaders({ humanCheck }: { readonly humanCheck: boolean }): HelmetOptions {
  const others = humanCheck ? [HUMAN_CHECK] : [];
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...others],
        frameSrc: ["'self'", ...others],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'blob:', 'data:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
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
