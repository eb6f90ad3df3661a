import { createHmac } from 'node:crypto';
import type { Secret } from '../kernel/secret.ts';
import type { KnownEndpoint } from './endpoint.ts';

const PREFIX = 'whsec_';

/** The secret of an endpoint. The database does not hold it: each process makes it again, from the secret of the installation. */
export const signingSecret = (secret: Secret, endpointId: string, version: number): string =>
  PREFIX + secret.digest('webhook', `${endpointId}/${version}`).toString('base64');

/** The newest first; after a rotation the one before it too, for as long as it counts. */
export function secretsNow(
  secret: Secret,
  endpointId: string,
  { version, oldValidUntil }: KnownEndpoint,
  now: Date,
): string[] {
  const isOldValid = oldValidUntil !== null && new Date(oldValidUntil) > now;
  const versions = isOldValid ? [version, version - 1] : [version];
  return versions.map((one) => signingSecret(secret, endpointId, one));
}

/** The headers of a message, by Standard Webhooks 1.0 (https://www.standardwebhooks.com). @param timestamp in whole seconds since 1970 */
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
