/**
 * Prefixes `__Host-` under https: browsers then require Secure, the whole path and no domain, so neither a sister
 * domain nor plain http can plant one.
 */
export const ownCookie = (name: string, origin: string): string => (isHttps(origin) ? `__Host-${name}` : name);

/** For cookies shared by all hosts of a domain, which rules out `__Host-` (docs/adr/0017-billing-host.md). */
export const sharedCookie = (name: string, origin: string): string => (isHttps(origin) ? `__Secure-${name}` : name);

export const isHttps = (origin: string): boolean => origin.startsWith('https:');
