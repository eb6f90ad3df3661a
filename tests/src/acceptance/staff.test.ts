/** Only the operator of the machine makes and unmakes staff. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outcome, startOperator } from '../faults/projections-harness.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { createPerson } from '../support/person.ts';

let product: Installation;
beforeAll(async () => {
  product = await startInstallation();
});
afterAll(() => product.stop());

const operator = (...args: string[]) => outcome(startOperator({ DATABASE_URL: product.databaseUrl }, ...args));

test('an operator makes a user staff, once, and takes it back', async () => {
  const ann = createPerson(product.url);
  const { pk, is_staff: before } = await ann.signUp('ann@example.com');
  expect(before).toBe(false);

  const made = await operator('make-staff', 'ANN@example.com', '--json');
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(made.stdout)).toEqual({ userId: pk, staff: true, changed: true });
  expect(await ann.me()).toMatchObject({ is_staff: true, role: 'admin' });
  expect((await operator('make-staff', 'ann@example.com')).stdout).toBe('ann@example.com is staff, as before\n');
  expect((await operator('revoke-staff', 'ann@example.com')).stdout).toBe('ann@example.com is not staff now\n');
  expect(await ann.me()).toMatchObject({ is_staff: false });

  const events = await product.eventStore.readStream(`account-${pk}`);
  expect(events.map(({ event, metadata }) => [event.type, metadata.actor])).toEqual([
    ['AccountRegistered', { kind: 'user', id: pk }],
    ['StaffGranted', { kind: 'operator', id: 'make-staff' }],
    ['StaffRevoked', { kind: 'operator', id: 'revoke-staff' }],
  ]);
});

test('an address without an account is named', async () => {
  const refused = await operator('make-staff', 'nobody@example.com');
  expect(refused).toEqual({
    code: 1,
    stdout: '',
    stderr: 'There is no account with the email address nobody@example.com\n',
  });
});
