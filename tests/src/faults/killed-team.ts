import { randomUUID } from 'node:crypto';
import type { AdminUser } from '@clearcut/schemas/team/http';
import { afterAll, beforeAll } from 'vitest';
import { bodyOf } from '../support/client.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { createPerson, mailTo, PASSWORD, type Person, tokenIn } from '../support/person.ts';
import { newAddress } from '../support/team.ts';
import { prepareKillPoints } from './kill-points.ts';

/** A team whose members come and go while the API is killed. */
export interface KilledTeam {
  readonly product: () => Installation;
  readonly admin: () => Person;
  readonly teamId: () => string;
  rowOf(email: string): Promise<{ id: string; registered: boolean } | undefined>;
  /** Types of a stream's events about the user, in order. */
  eventsOf(stream: `${string}-${string}`, userId: string): Promise<string[]>;
  listed(email: string): Promise<AdminUser | undefined>;
  add(email: string, key?: string): Promise<Response>;
  /** Follows the link of the latest mail. */
  accept(email: string): Promise<Response>;
}

/** Provides a product and a team for the file's tests. */
export function killedTeam(): KilledTeam {
  let product: Installation;
  let admin: Person;
  let teamId: string;

  beforeAll(async () => {
    product = await startInstallation();
    admin = createPerson(product.url);
    const address = newAddress();
    ({ team_id: teamId } = await admin.signUp(address, { first_name: 'Ada' }));
    await admin.prove(address);
    await prepareKillPoints(product);
  });
  afterAll(() => product.stop());

  return {
    product: () => product,
    admin: () => admin,
    teamId: () => teamId,
    async rowOf(email) {
      const [row] = await product.database.query<{ id: string; registered: boolean }>(
        'SELECT id, registered FROM identity.users WHERE email = $1',
        [email],
      );
      return row;
    },
    async eventsOf(stream, userId) {
      const events = await product.eventStore.readStream(stream);
      return events.flatMap(({ event: { type, data } }) => ('userId' in data && data.userId === userId ? [type] : []));
    },
    async listed(email) {
      const users = await bodyOf<AdminUser[]>(await admin.get('/api/admin/users'));
      return users.find((user) => user.email === email);
    },
    add: (email, key = randomUUID()) =>
      admin.send('POST', '/api/admin/users', { email, role: 3 }, { 'idempotency-key': key }),
    async accept(email) {
      const token = tokenIn(await mailTo(product.url, email, /Ada/));
      return createPerson(product.url).send('POST', '/api/auth/accept-invitation', { token, password: PASSWORD });
    },
  };
}
