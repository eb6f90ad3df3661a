import { randomUUID } from 'node:crypto';
import { createTransactionHandler, linkImage } from '@clearcut/command-api/transaction';
import { readCheckpoint } from '@clearcut/platform/event-store/checkpoint';
import type { UploadAnswer } from '@clearcut/schemas/transaction/http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf, createClient, errorOf } from '../support/client.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { createPerson, mailTo, PASSWORD, type Person } from '../support/person.ts';
import { photo } from '../support/pictures.ts';

const PATIENCE = { timeout: 60_000 };

let product: Installation;
beforeAll(async () => {
  product = await startInstallation();
});
afterAll(() => product.stop());

const person = (): Person => createPerson(product.url);

/** Tables with a row that contains `text`, except the sandbox's mailbox. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await product.database.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema', 'mailbox')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await product.database.query(
      `SELECT 1 FROM ${name} t WHERE strpos(lower(t::text), lower($1)) > 0 LIMIT 1`,
      [text],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

/** Departures that the closing policy has not seen. */
async function departuresAhead(): Promise<number> {
  const from = await readCheckpoint(product.database, { schema: 'subscriptions', name: 'closing-policy' });
  const { events } = await product.eventStore.readAll({ from, filter: { categories: ['team'] } });
  return events.filter(({ event }) => event.type === 'MemberRemoved').length;
}

async function expectRemoved(id: string): Promise<void> {
  await expect.poll(() => product.eventTypes(id), PATIENCE).toContain('TransactionDeleted');
  await expect.poll(() => product.blobsOf(id), PATIENCE).toEqual([]);
}

describe('closing the account', () => {
  test('erases personal data everywhere, and keeps the facts', async () => {
    const ann = person();
    const personal = ['zelda.unmistakable@example.com', 'Unmistakazelda', 'Hyrulington', 'holiday-of-zelda.jpg'];
    const [email = '', first_name, last_name, name = ''] = personal;
    const { pk, team_id } = await ann.signUp(email, { first_name, last_name });
    await ann.prove(email);
    const picture = createClient(product.url, {
      clientId: ann.clientId,
      cookie: `clearcut_session=${ann.session()}`,
    });
    const { id } = await bodyOf<UploadAnswer>(await picture.upload(await photo(), { name }));
    await ann.send('POST', '/api/auth/send-token', { email });
    await mailTo(product.url, email, /new password/);
    expect(await tablesWith(email)).toEqual(['identity.users']);

    expect((await ann.send('POST', '/api/user/me/close')).status).toBe(204);
    expect(ann.session()).toBeUndefined();
    expect(await errorOf(await person().logIn(email))).toBe('400 credentials_incorrect');

    expect((await mailTo(product.url, email, /account is closed/)).text).toContain('5 years');
    await expect.poll(() => product.blobsOf(id), PATIENCE).toEqual([]);
    await expect.poll(() => tablesWith(name), PATIENCE).toEqual([]);
    for (const text of personal) expect(await tablesWith(text), text).toEqual([]);
    for (const table of ['sessions', 'tokens', 'third_party_logins']) {
      const rows = await product.database.query(`SELECT 1 FROM identity.${table} WHERE user_id = $1`, [pk]);
      expect(rows, table).toEqual([]);
    }

    expect(await product.typesOf(`account-${pk}`)).toEqual(['AccountRegistered', 'AddressProved', 'AccountClosed']);
    expect(await product.typesOf(`team-${team_id}`)).toEqual(['TeamCreated', 'MemberRemoved']);
    const kept = await product.database.query('SELECT user_id, team_id FROM identity.closed_accounts');
    expect(kept).toEqual([{ user_id: pk, team_id }]);
  });

  test('regression: removes pictures that the read model does not show yet', async () => {
    const eve = person();
    await eve.signUp('eve@example.com');
    const client = createClient(product.url, { clientId: eve.clientId, cookie: `clearcut_session=${eve.session()}` });
    const holder = await product.database.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('LOCK TABLE read_transaction.transaction IN EXCLUSIVE MODE');
      const { id } = await bodyOf<UploadAnswer>(await client.upload(await photo()));
      expect((await eve.send('POST', '/api/user/me/close')).status).toBe(204);
      await expect.poll(() => product.typesOf(`transaction-${id}`), PATIENCE).toContain('TransactionDeleted');
    } finally {
      await holder.end();
    }
  });

  test('regression: also removes a picture whose upload was in progress when the account closed', async () => {
    const gil = person();
    await gil.signUp('gil@example.com');
    const bytes = await photo();
    const rest = Promise.withResolvers<void>();
    async function* slowly(): AsyncGenerator<Uint8Array> {
      yield bytes.subarray(0, 2000);
      await rest.promise;
      yield bytes.subarray(2000);
    }
    const uploaded = fetch(`${product.url}/api/transaction/?originalFileName=late-picture.jpg`, {
      method: 'POST',
      headers: { 'client-id': gil.clientId, cookie: `clearcut_session=${gil.session()}` },
      body: ReadableStream.from(slowly()),
      duplex: 'half',
    });
    await expect.poll(() => product.spooled()).toHaveLength(1);
    expect((await gil.send('POST', '/api/user/me/close')).status).toBe(204);
    await expect.poll(departuresAhead, PATIENCE).toBe(0);
    rest.resolve();
    const { id } = await bodyOf<UploadAnswer>(await uploaded);
    await expectRemoved(id);
    await expect.poll(() => tablesWith('late-picture'), PATIENCE).toEqual([]);
  });

  test('regression: also removes a picture that was being linked when the account closed', async () => {
    const [hugo, visitor] = [person(), createClient(product.url, { clientId: randomUUID() })];
    const { pk, team_id } = await hugo.signUp('hugo@example.com');
    const { id, session_id } = await bodyOf<UploadAnswer>(await visitor.upload(await photo()));
    expect((await hugo.send('POST', '/api/user/me/close')).status).toBe(204);
    await expect.poll(departuresAhead, PATIENCE).toBe(0);
    // Like a request admitted before.
    await createTransactionHandler(product.eventStore).handle(
      id,
      linkImage(id, { kind: 'user', userId: pk, teamId: team_id, sessionId: session_id }),
      {
        commandId: randomUUID(),
        correlationId: 'test',
        causationId: 'test',
        actor: { kind: 'user', id: pk },
        now: new Date(),
      },
    );
    await expectRemoved(id);
  });

  test('frees the address for a new account, which gets nothing of the old one', async () => {
    const email = 'bob@example.com';
    const bob = person();
    const first = await bob.signUp(email);
    const kept = bob.session() ?? '';
    await bob.send('POST', '/api/user/me/close');
    const again = await person().signUp(email);
    expect(again.pk).not.toBe(first.pk);
    expect(again.team_id).not.toBe(first.team_id);
    bob.setSession(kept);
    expect(await bob.me()).toBeUndefined();
  });

  test('two simultaneous requests close it once', async () => {
    const cyd = person();
    const { pk } = await cyd.signUp('cyd@example.com');
    const close = () => cyd.send('POST', '/api/user/me/close');
    const answers = await Promise.all([close(), close(), close()]);
    expect(answers.map(({ status }) => status)).toContain(204);
    for (const { status } of answers) expect([204, 401]).toContain(status);
    expect(await product.typesOf(`account-${pk}`)).toEqual(['AccountRegistered', 'AccountClosed']);
  });

  test('finishes a removal interrupted by a crash: the member has no account', async () => {
    const dan = person();
    const { pk, team_id } = await dan.signUp('dan@example.com');
    // Like a process that dies right after the member's removal.
    await product.eventStore.append(`team-${team_id}`, 1, [
      {
        id: randomUUID(),
        event: { type: 'MemberRemoved', data: { teamId: team_id, userId: pk, reason: 'account-closed' } },
        metadata: {
          correlationId: 'test',
          causationId: 'test',
          actor: { kind: 'user', id: pk },
          occurredAt: new Date().toISOString(),
        },
      },
    ]);
    await expect.poll(() => tablesWith('dan@example.com'), PATIENCE).toEqual([]);
    expect(await product.typesOf(`account-${pk}`)).toEqual(['AccountRegistered', 'AccountClosed']);
    expect(await dan.me()).toBeUndefined();
  });

  test('erases the record of a closed account after five years', async () => {
    const count = async (): Promise<number> =>
      (await product.database.query('SELECT 1 FROM identity.closed_accounts')).length;
    const before = await count();
    expect(before).toBeGreaterThan(0);
    await product.database.query(`UPDATE identity.closed_accounts SET closed_at = closed_at - interval '1820 days'`);
    await product.replace('command-api');
    expect(await count()).toBe(before);
    await product.database.query(`UPDATE identity.closed_accounts SET closed_at = closed_at - interval '10 days'`);
    await product.replace('command-api');
    await expect.poll(count, PATIENCE).toBe(0);
  });
});

/** Like a sign-up that dies after taking the address: a row, and nothing in the log. */
async function leaveBehind(email: string, registeredBy: string, age: string): Promise<{ id: string; teamId: string }> {
  await person().signUp(email);
  const [id, teamId] = [randomUUID(), randomUUID()];
  await product.database.query(
    `INSERT INTO identity.users (id, team_id, email, password_hash, registered_by, created_at)
     SELECT $1, $2, 'left.' || email, password_hash, $4, now() - $5::interval FROM identity.users WHERE email = $3`,
    [id, teamId, email, registeredBy, age],
  );
  return { id, teamId };
}

describe('an account without its team', () => {
  test('gets it at the next login', async () => {
    const { id, teamId } = await leaveBehind('eve@example.com', 'password', '0 seconds');
    const eve = person();
    expect((await eve.logIn('left.eve@example.com')).status).toBe(200);
    expect(await eve.me()).toMatchObject({ pk: id, team_id: teamId, role: 'admin' });
    expect(await product.typesOf(`account-${id}`)).toEqual(['AccountRegistered']);
    expect(await product.typesOf(`team-${teamId}`)).toEqual(['TeamCreated']);
  });

  test('gets it without a request', async () => {
    const { id, teamId } = await leaveBehind('fay@example.com', 'password', '1 minute');
    await product.replace('command-api');
    await expect.poll(() => product.typesOf(`team-${teamId}`), PATIENCE).toEqual(['TeamCreated']);
    expect(await product.typesOf(`account-${id}`)).toEqual(['AccountRegistered']);
  });

  test('is forgotten if no team knows it, even if an admin meant to add it', async () => {
    const { id } = await leaveBehind('gus@example.com', 'admin', '6 minutes');
    await product.replace('command-api');
    await expect
      .poll(() => product.database.query('SELECT 1 FROM identity.users WHERE id = $1', [id]), PATIENCE)
      .toEqual([]);
    expect(await product.typesOf(`account-${id}`)).toEqual([]);
  });

  test('is not kept by a login that comes before it is forgotten', async () => {
    const { id } = await leaveBehind('hal@example.com', 'admin', '0 seconds');
    expect(await errorOf(await person().logIn('left.hal@example.com'))).toBe('403 user_disabled');
    expect(await product.typesOf(`account-${id}`)).toEqual([]);
    await product.database.query(`UPDATE identity.users SET created_at = now() - interval '6 minutes' WHERE id = $1`, [
      id,
    ]);
    await product.replace('command-api');
    await expect
      .poll(() => product.database.query('SELECT 1 FROM identity.users WHERE id = $1', [id]), PATIENCE)
      .toEqual([]);
  });

  test('sign-ups through crashes: each acknowledged one has an account, and every account has a team', async () => {
    const accepted: string[] = [];
    let next = 0;
    const stopping = new AbortController();
    const signUps = Array.from({ length: 4 }, async () => {
      while (!stopping.signal.aborted) {
        const email = `crash-${(next += 1)}@example.com`;
        const answer = await person()
          .send('POST', '/api/user', { email, password: PASSWORD })
          .catch(() => undefined);
        if (answer?.status === 201) accepted.push(email);
        await answer?.body?.cancel().catch(() => undefined);
      }
    });
    for (let kills = 0; kills < 3; kills += 1) {
      await expect.poll(() => accepted.length, PATIENCE).toBeGreaterThan(kills * 4);
      await product.replace('command-api');
    }
    stopping.abort();
    await Promise.all(signUps);

    for (const email of accepted) expect((await person().logIn(email)).status, email).toBe(200);
    // Interrupted sign-ups get their team too, after a few seconds.
    await expect
      .poll(() => product.database.query('SELECT email FROM identity.users WHERE NOT registered'), PATIENCE)
      .toEqual([]);
    const users = await product.database.query<{ team_id: string }>('SELECT team_id FROM identity.users');
    for (const { team_id: team } of users) expect(await product.typesOf(`team-${team}`)).toContain('TeamCreated');
  });
});
