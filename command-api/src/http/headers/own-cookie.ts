import { isLocalHost } from '@clearcut/platform/config/integrations';
import type { HttpRequest } from '../message.ts';

/** Under https, `__Host-` keeps sister domains and plain http from planting a cookie. */
export const ownCookie = (name: string, origin: string): string => (isHttps(origin) ? `__Host-${name}` : name);

/** Shared by hosts of a domain, which rules out `__Host-` (docs/adr/0017-billing-host.md). */
export const sharedCookie = (name: string, origin: string): string => (isHttps(origin) ? `__Secure-${name}` : name);

/**
 * Browsers treat localhost as secure, but store no Secure cookie from it over plain http. Lax, not strict: third-party
 * logins and banks return by navigation.
 */
export const cookieAttributes = ({ hostname }: Pick<HttpRequest, 'hostname'>, origin: string) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(origin) || !isLocalHost(hostname) }) as const;

const isHttps = (origin: string): boolean => origin.startsWith('https:');
