import type { WebhookDeps } from './endpoints.ts';
import { readAddress } from './address.ts';
import { signingSecret } from './signatures.ts';
import { keepRequestEndpoint, type RequestEndpoint } from './store.ts';

export interface RequestWebhooks {
  /** @throws CatalogueError validation_failed */
  readAddress(url: string, field: string): string;
  /** From then on the address receives the picture's events. */
  keep(endpoint: RequestEndpoint): Promise<void>;
  secretOf(keyId: string): string;
}

export const createRequestWebhooks = ({
  database,
  secret,
  policy,
}: Pick<WebhookDeps, 'database' | 'secret' | 'policy'>): RequestWebhooks => ({
  readAddress: (url, field) => readAddress(url, policy, field),
  keep: (endpoint) => keepRequestEndpoint(database, endpoint),
  secretOf: (keyId) => signingSecret(secret, keyId, 1),
});
