/** Only the machine's operator appoints and dismisses staff. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outcome, startOperator } from '../faults/projections-harness.ts';
import { errorOf } from '../support/client.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { createPerson } from '../support/person.ts';

let product: Installation;
beforeAll(async () => {
  product = await sharedInstallation();
});
afterAll(() => product.stop());

const operator = (...args: string[]) => outcome(startOperator({ DATABASE_URL: product.databaseUrl }, ...args));

test('an operator makes a user staff, once, and revokes it', async () => {
  const ann = createPerson(product.url);
  const { pk, is_staff: before } = await ann.signUp('ann@staff.example');
  expect(before).toBe(false);

  const made = await operator('make-staff', 'ANN@staff.example', '--role', 'support,auditor', '--json');
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(made.stdout)).toEqual({ userId: pk, staff: true, roles: ['support', 'auditor'], changed: true });
  expect(await ann.me()).toMatchObject({ is_staff: true, staff_roles: ['support', 'auditor'], role: 'admin' });
  expect((await operator('make-staff', 'ann@staff.example', '--role', 'auditor,support')).stdout).toBe(
    'ann@staff.example is staff (support, auditor), as before. They need a second factor before anything opens\n',
  );
  // A role replaces earlier ones.
  expect(await errorOf(await ann.get('/api/staff/audit/'))).toBe('403 staff_second_factor_missing');
  await operator('make-staff', 'ann@staff.example', '--role', 'support');
  expect(await errorOf(await ann.get('/api/staff/audit/'))).toBe('403 forbidden');
  expect((await operator('revoke-staff', 'ann@staff.example')).stdout).toBe('ann@staff.example is not staff now\n');
  expect(await ann.me()).toMatchObject({ is_staff: false, staff_roles: [] });

  const events = await product.eventStore.readStream(`account-${pk}`);
  expect(events.map(({ event, metadata }) => [event.type, metadata.actor])).toEqual([
    ['AccountRegistered', { kind: 'user', id: pk }],
    ['StaffGranted', { kind: 'operator', id: 'make-staff' }],
    ['StaffGranted', { kind: 'operator', id: 'make-staff' }],
    ['StaffRevoked', { kind: 'operator', id: 'revoke-staff' }],
  ]);
});

test('names an address without an account', async () => {
  const refused = await operator('make-staff', 'nobody@example.com', '--role', 'support');
  expect(refused).toEqual({
    code: 1,
    stdout: '',
    stderr: 'There is no account with the email address nobody@example.com\n',
  });
});

test('refuses an unknown or missing role', async () => {
  for (const roles of [[], ['--role', 'support,king']]) {
    expect(await operator('make-staff', 'ann@staff.example', ...roles)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('support, billing, operations, auditor'),
    });
  }
});
