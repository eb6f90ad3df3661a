/** Mails about low and spent credits, each once until new credits arrive. */
import { randomUUID } from 'node:crypto';
import { startMailsPolicy } from '@clearcut/command-api/subscription';
import type { CreditPoolEvent } from '@clearcut/schemas/credits/events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY } from './harness.ts';
import { openShop, type Shop, type Team } from './teams.ts';

let shop: Shop;
let policy: ReturnType<typeof startMailsPolicy>;

const recipientsOf = async (_tx: unknown, teamId: string) => [
  { userId: teamId, email: `${teamId}@example.com`, language: 'en' },
];

beforeAll(async () => {
  shop = await openShop();
  policy = startMailsPolicy({ ...shop.deps, recipientsOf });
});
afterAll(async () => {
  await policy.stop();
  await shop.close();
});

async function addressee({ id }: Team): Promise<void> {
  await shop.database.query(
    `INSERT INTO identity.users (id, team_id, email, registered_by) VALUES ($1, $1, $2, 'password')`,
    [id, `${id}@example.com`],
  );
}

/** The team's pool, as far as its lines have a balance. */
function poolOf({ id: teamId }: Team) {
  let [balance, version] = [0, 0];
  async function append(event: CreditPoolEvent, daysAgo = 0): Promise<void> {
    const metadata = {
      correlationId: teamId,
      causationId: teamId,
      actor: { kind: 'system' as const, id: 'test' },
      occurredAt: new Date(Date.now() - daysAgo * DAY * 1000).toISOString(),
    };
    await shop.deps.eventStore.append(`creditPool-${teamId}`, version, [{ id: randomUUID(), event, metadata }]);
    version += 1;
  }
  return {
    async grant(credits: number) {
      balance += credits;
      const cause = { kind: 'operator', key: randomUUID() } as const;
      await append({ type: 'CreditsGranted', data: { teamId, balance, expiring: 0, credits, cause } });
    },
    async spend(credits: number, { daysAgo = 0 } = {}) {
      balance -= credits;
      const save = { transactionId: randomUUID(), saveId: randomUUID(), ofExpiring: 0, pictureState: 'a'.repeat(64) };
      await append({ type: 'CreditsSpent', data: { teamId, balance, expiring: 0, credits, ...save } }, daysAgo);
    },
  };
}

const toldTo = ({ id }: Team) =>
  expect.poll(
    async () =>
      (
        await shop.database.query<{ line: string }>(
          `SELECT kind || ' ' || (facts->>'credits') AS line FROM identity.mails
           WHERE recipient = $1 AND kind LIKE 'credits-%' ORDER BY created_at`,
          [`${id}@example.com`],
        )
      ).map(({ line }) => line),
    { timeout: 20_000 },
  );

test('low and used-up plan credits send one mail each, until there are new ones', async () => {
  const team = shop.newTeam();
  await addressee(team);
  await team.subscribe('starter');
  const pool = poolOf(team);
  await pool.grant(200);
  await pool.spend(159);
  await pool.spend(1);
  await pool.spend(10);
  await pool.spend(30);
  await toldTo(team).toEqual(['credits-low 40', 'credits-out 0']);
  await pool.grant(200);
  await pool.spend(200);
  // From plenty to none sends no mail about low credits.
  await toldTo(team).toEqual(['credits-low 40', 'credits-out 0', 'credits-out 0']);
});

test('a team without a plan gets a mail when no credits are left', async () => {
  const team = shop.newTeam();
  await addressee(team);
  const pool = poolOf(team);
  await pool.grant(10);
  await pool.spend(9);
  await pool.spend(1);
  await toldTo(team).toEqual(['credits-out 0']);
});

test('credits that ran out days ago send no mail, even if the policy is new to an old log', async () => {
  const [team, later] = [shop.newTeam(), shop.newTeam()];
  for (const each of [team, later]) await addressee(each);
  const [pool, next] = [poolOf(team), poolOf(later)];
  await pool.grant(1);
  await pool.spend(1, { daysAgo: 2 });
  // Its mail shows that the policy has read everything before.
  await next.grant(1);
  await next.spend(1);
  await toldTo(later).toEqual(['credits-out 0']);
  await toldTo(team).toEqual([]);
});
