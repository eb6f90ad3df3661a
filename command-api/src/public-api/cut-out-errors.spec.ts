import { CatalogueError, type ErrorCode } from '@clearcut/schemas/errors';
import { expect, test } from 'vitest';
import { openApiOf } from '../http/openapi/document.ts';
import { batchContracts } from './batches/contracts.ts';
import { photoroomContracts } from './photoroom/contracts.ts';
import { pictureContracts } from './pictures/contracts.ts';
import { rembgContracts } from './rembg/contracts.ts';
import { removeBgContracts } from './removebg/contracts.ts';

type Paths = Record<string, Record<string, { responses: Record<string, unknown> }>>;

const ALL = [pictureContracts, batchContracts, removeBgContracts, photoroomContracts, rembgContracts].flatMap(
  (contracts) => Object.values(contracts),
);
const { paths } = openApiOf(ALL, { title: '', description: '', server: '' }) as { paths: Paths };
const statusesOf = (path: string, method: string): string[] => Object.keys(paths[path]?.[method]?.responses ?? {});

const IN_ONE_CALL = [removeBgContracts.removebg, photoroomContracts.segment, rembgContracts.fromFile];

/** At least one of each status between a picture's upload and its file. */
const ON_THE_WAY: readonly ErrorCode[] = [
  'no_credits',
  'image_expired',
  'transaction_not_found',
  'too_many_edits',
  'storage_quota_reached',
  'queue_full',
  'save_failed',
  'background_removal_failed',
  'edit_unreadable',
  'storage_full',
  'unexpected',
];

test.for(IN_ONE_CALL)('regression: $path documents the errors of an upload, its edits, save and file', (contract) => {
  const documented = statusesOf(contract.path, contract.method.toLowerCase());
  const { errorForm } = contract;
  const answered = ON_THE_WAY.map((code) => String(errorForm(new CatalogueError(code), '').status));
  expect(documented).toEqual(expect.arrayContaining(answered));
});

test('regression: every route documents an unexpected error, and those that write a full disk', () => {
  for (const [path, methods] of Object.entries(paths)) {
    for (const method of Object.keys(methods)) {
      const needed = method === 'get' || path === '/api/remove/' ? ['500'] : ['500', '507'];
      expect([path, ...statusesOf(path, method)]).toEqual(expect.arrayContaining(needed));
    }
  }
});
