/** Rules of every route of the support console. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Contract } from '@clearcut/schemas/contracts/contract';
import { accessContracts } from '@clearcut/schemas/contracts/support/access';
import { supportContracts } from '@clearcut/schemas/contracts/support/console';
import { messageContracts } from '@clearcut/schemas/contracts/support/messages';
import { forkContracts } from '@clearcut/schemas/contracts/support/pictures';
import { replayContracts } from '@clearcut/schemas/contracts/support/replay';
import { supportTeamContracts } from '@clearcut/schemas/contracts/support/teams';

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

test('docs/routes.md lists the staff routes that are checked here', async () => {
  const page = await readFile(new URL('../../../docs/routes.md', import.meta.url), 'utf8');
  const documented = [...page.matchAll(/^\| `((?:GET|POST|PUT|PATCH|DELETE) \/api\/staff\/[^`]+)`/gm)].map(
    ([, one]) => one,
  );
  const known = contracts.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
  expect(known.toSorted()).toEqual(documented.map(String).toSorted());
});

/** It changes nothing, and its handler writes its line in the staff log. */
const SEARCH = '/api/staff/search/';

test.for(contracts.filter(({ method, path }) => method !== 'GET' && path !== SEARCH))(
  '$method $path needs a recent proof',
  ({ needsProof }) => expect(needsProof?.({})).toBe(true),
);

const isJson = ({ answers }: Contract): boolean => Object.values(answers).some(({ schema }) => schema !== undefined);

test.for(contracts.filter((one) => one.method === 'GET' && isJson(one)))('no cache stores $method $path', ({ cache }) =>
  expect(cache).toBe('no-store'),
);
