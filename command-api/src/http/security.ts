import type { FastifyHelmetOptions } from '@fastify/helmet';

/**
 * Nothing but our own files may run or load. Styles alone may stand inline: the client's component library writes them at run
 * time. HTTPS is not forced on sub-resources, or the product could not be used on plain http at home.
 */
export const securityHeaders: FastifyHelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
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

/** For bytes that strangers uploaded: shown as a picture at most, whatever a browser makes of them. */
export const strangersBytesPolicy = "default-src 'none'; sandbox";
