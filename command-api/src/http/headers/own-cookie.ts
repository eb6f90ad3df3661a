/**
 * Name of a cookie that this origin alone sets: with the prefix `__Host-` where people reach the product by https. Browsers take such a
 * cookie only Secure, for the whole path and without a domain, so that neither a sister domain nor plain http can plant one. A setting that
 * gave cookies a domain would exclude it.
 */
export const ownCookie = (name: string, origin: string): string => (isHttps(origin) ? `__Host-${name}` : name);

export const isHttps = (origin: string): boolean => origin.startsWith('https:');
