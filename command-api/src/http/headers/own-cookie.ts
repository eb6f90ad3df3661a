/**
 * Name of a cookie that this origin alone sets: with the prefix `__Host-` where people reach the product by https. Browsers take such a
 * cookie only Secure, for the whole path and without a domain, so that neither a sister domain nor plain http can plant one.
 */
export const ownCookie = (name: string, origin: string): string => (isHttps(origin) ? `__Host-${name}` : name);

/** Name of a cookie that all hosts of a domain share, for which `__Host-` is not to be had (docs/adr/0017-billing-host.md). */
export const sharedCookie = (name: string, origin: string): string => (isHttps(origin) ? `__Secure-${name}` : name);

export const isHttps = (origin: string): boolean => origin.startsWith('https:');
