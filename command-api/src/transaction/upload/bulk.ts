import type { Config } from '@clearcut/platform/config/config';
import type { Plan } from '@clearcut/schemas/constants';
import { CatalogueError } from '@clearcut/schemas/errors';
import { mayUploadInBulk } from '../../billing/index.ts';
import type { Person } from '../../kernel/requester.ts';

export interface BulkDeps {
  readonly config: Pick<Config, 'bulkUploadPlans'>;
  readonly planOf: (teamId: string) => Promise<Plan | null>;
}

/** @throws CatalogueError not_logged_in, bulk_not_in_plan */
export async function refuseBulk(person: Person, { config, planOf }: BulkDeps): Promise<void> {
  if (person.kind === 'anonymous') throw new CatalogueError('not_logged_in');
  if (!mayUploadInBulk(await planOf(person.teamId), config)) throw new CatalogueError('bulk_not_in_plan');
}
