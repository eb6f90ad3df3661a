/** Under https, `__Host-` keeps sister domains and plain http from planting a cookie. */
export const ownCookie = (name: string, origin: string): string => (isHttps(origin) ? `__Host-${name}` : name);

/** Shared by hosts of a domain, which rules out `__Host-` (docs/adr/0017-billing-host.md). */
export const sharedCookie = (name: string, origin: string): string => (isHttps(origin) ? `__Secure-${name}` : name);

export const isHttps = (origin: string): boolean => origin.startsWith('https:');
