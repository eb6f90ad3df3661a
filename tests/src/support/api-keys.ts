import type { CreatedKey, CreateKeyBody } from '@clearcut/schemas/api-keys/http';
import type { KeyScope } from '@clearcut/schemas/api-keys/rights';
import { bodyOf } from './client.ts';
import type { Person } from './person.ts';

/** Never reached by a test. */
export const WIDE_LIMITS = { requestsPerMinute: 100_000, creditsPerDay: null, creditsPerMonth: null };

type WantedKey = Partial<Omit<CreateKeyBody, 'scopes'>> & { readonly scopes?: readonly KeyScope[] };

/** Creates an API key of an admin's team. @throws Error when it is refused */
export async function createKey(admin: Pick<Person, 'send'>, wanted: WantedKey = {}): Promise<CreatedKey> {
  const answer = await admin.send('POST', '/api/keys/', { label: 'Test', ...wanted });
  if (answer.status !== 201) throw new Error(`The key was answered ${answer.status}: ${await answer.text()}`);
  return bodyOf<CreatedKey>(answer);
}
