import { createHmac } from 'node:crypto';
import type { Secret } from '../kernel/secret.ts';
import type { KnownEndpoint } from './domain/endpoint.ts';

const PREFIX = 'whsec_';

/** Derived from the installation's secret rather than stored. */
export const signingSecret = (secret: Secret, endpointId: string, version: number): string =>
  PREFIX + secret.digest('webhook', `${endpointId}/${version}`).toString('base64');

/** Newest first, with earlier ones while they are valid. */
export function secretsNow(
  secret: Secret,
  endpointId: string,
  { version, old }: Pick<KnownEndpoint, 'version' | 'old'>,
  now: Date,
): string[] {
  const valid = old.filter(({ validUntil }) => new Date(validUntil) > now);
  return [version, ...valid.map((one) => one.version)].map((one) => signingSecret(secret, endpointId, one));
}

/** Standard Webhooks 1.0 (https://www.standardwebhooks.com). @param timestamp Unix seconds */
export function signedHeaders(
  secrets: readonly string[],
  { id, timestamp, body }: { readonly id: string; readonly timestamp: number; readonly body: string },
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') };
}
