/** The operator's commands, run beside a database in use. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UnprocessableMessageError } from '@clearcut/platform/message-bus/port';
import { uuidOf } from '@clearcut/projections/testing/events';
import { IMAGE_JOBS } from '@clearcut/schemas/transaction/jobs';
import { install, outcome, startOperator, until, type Installation } from './projections-harness.ts';

let installation: Installation;

beforeEach(async () => {
  installation = await install();
});

afterEach(async () => {
  await installation.remove();
});

test('lists a dead letter, and requeues it once', async () => {
  const { messageBus } = installation;
  const id = uuidOf('message');
  await messageBus.publish(IMAGE_JOBS, [{ id, body: { some: 'job' } }]);
  const consumer = messageBus.consume({
    topic: IMAGE_JOBS,
    concurrency: 1,
    maxAttempts: 3,
    handler: () => Promise.reject(new UnprocessableMessageError('The picture is gone')),
  });
  await until(async () => (await messageBus.deadLetters()).length > 0);
  await consumer.stop();

  const listed = await outcome(installation.operator('dead-letters', '--json'));
  expect(listed).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(listed.stdout)).toMatchObject([{ topic: IMAGE_JOBS, id, body: { some: 'job' }, attempts: 1 }]);
  const listing = await outcome(installation.operator('dead-letters'));
  expect(listing.stdout).toMatch(new RegExp(`^${IMAGE_JOBS} ${id}: given up .*The picture is gone`));

  expect((await outcome(installation.operator('redrive', IMAGE_JOBS, id))).code).toBe(0);
  expect(await messageBus.depth(IMAGE_JOBS)).toBe(1);
  expect((await outcome(installation.operator('dead-letters'))).stdout).toBe('No dead letters\n');
  const again = await outcome(installation.operator('redrive', IMAGE_JOBS, id));
  expect(again.code).toBe(1);
  expect(again.stderr).toContain(`There is no dead letter ${id}`);
});

test('a mistyped command shows its usage', async () => {
  const unknown = await outcome(installation.operator('make-coffee'));
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toContain('rebuild <read-model>');
  const nothing = await outcome(installation.operator('rebuild', 'invoices'));
  expect(nothing.code).toBe(2);
  expect(nothing.stderr).toContain('There are: transaction');
});

test('reports that nothing is running, and that the database is unreachable', async () => {
  const nothing = await outcome(
    startOperator({ DATABASE_URL: '', DATA_DIR: join(tmpdir(), `clearcut-nothing-${randomUUID()}`) }, 'dead-letters'),
  );
  expect(nothing.code).toBe(1);
  expect(nothing.stderr).toMatch(/^Clearcut does not run on .* Start it with npm start/);
  const { dataDir } = installation;
  const away = await outcome(
    startOperator({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing', DATA_DIR: dataDir }, 'dead-letters'),
  );
  expect(away.code).toBe(1);
  expect(away.stderr).toMatch(/^The database of Clearcut is out of reach/);
});
