/** Rules of every route of the support console. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Contract } from '../http/contract.ts';
import { accessContracts } from './access/contracts.ts';
import { supportContracts } from './contracts.ts';
import { messageContracts } from './messages/contracts.ts';
import { forkContracts } from './pictures/contracts.ts';
import { replayContracts } from './replay/contracts.ts';
import { supportTeamContracts } from './teams/contracts.ts';

const contracts: readonly Contract[] = [
  accessContracts,
  supportContracts,
  messageContracts,
  forkContracts,
  replayContracts,
  supportTeamContracts,
]
  .flatMap((of) => Object.values(of) as Contract[])
  .filter(({ access }) => access.who === 'staff');

test('the routes of staff in docs/product.md are those that are checked here', async () => {
  const page = await readFile(new URL('../../../docs/product.md', import.meta.url), 'utf8');
  const documented = [...page.matchAll(/^\| `((?:GET|POST|PUT|PATCH|DELETE) \/api\/staff\/[^`]+)`/gm)].map(
    ([, one]) => one,
  );
  const known = contracts.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
  expect(known.toSorted()).toEqual(documented.map(String).toSorted());
});

/** It changes nothing, and its line in the staff log is written by its handler. */
const SEARCH = '/api/staff/search/';

test.for(contracts.filter(({ method, path }) => method !== 'GET' && path !== SEARCH))(
  '$method $path needs a recent proof',
  ({ needsProof }) => expect(needsProof?.({})).toBe(true),
);
