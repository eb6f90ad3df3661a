import { randomUUID } from 'node:crypto';
import { createApiKeyHandler, createKey, migrateApiKeys } from '@clearcut/command-api/api-keys';
import { UsageError } from '@clearcut/platform/cli/command';
import { wholeNumber } from '@clearcut/platform/cli/whole-number';
import { createKeyBodySchema, type CreateKeyBody } from '@clearcut/schemas/api-keys/http';
import { DEFAULT_KEY_LIMITS, KEY_SCOPES, type KeyLimits } from '@clearcut/schemas/api-keys/rights';
import type { Command, Options } from '../command.ts';
import { accountOf } from './account/account-of.ts';

const LISTS = ['scopes', 'networks', 'origins'] as const;
const LIMITS = {
  requestsPerMinute: 'requests-per-minute',
  creditsPerDay: 'credits-per-day',
  creditsPerMonth: 'credits-per-month',
} as const satisfies Record<keyof KeyLimits, string>;

export const createApiKey: Command = {
  call:
    'create-api-key <email> [--scopes <a,b>] [--label <text>] [--mode <live or test>] [--requests-per-minute <n>] ' +
    '[--credits-per-day <n>] [--credits-per-month <n>] [--networks <a,b>] [--origins <a,b>] [--expires <YYYY-MM-DD>]',
  summary:
    `Make an API key that acts in the person's name, and print it once. Scopes: ${KEY_SCOPES.join(', ')}; without --scopes all of them but keys:manage. ` +
    'Without limits it spends any credits; without --networks it works from anywhere, without --origins on no web page. It ends with the day of --expires, UTC.',
  async run([email = ''], { database, eventStore }, options) {
    const body = bodyOf(options);
    const account = await accountOf(database, email);
    // The API may not have run since keys exist.
    await migrateApiKeys(database);
    const { key, id } = await createKey(
      { database, keys: createApiKeyHandler(eventStore) },
      { teamId: account.teamId, userId: account.id },
      body,
      {
        correlationId: randomUUID(),
        causationId: 'create-api-key',
        actor: { kind: 'operator', id: 'create-api-key' },
        now: new Date(),
      },
    );
    return {
      text: `${key}\nKeep it now: it is not shown again. It acts in the name of ${account.email}.`,
      json: { key, id, teamId: account.teamId },
    };
  },
};

/** @throws UsageError */
function bodyOf({ label = 'operator', mode = 'live', expires, ...options }: Options): CreateKeyBody {
  const lists = LISTS.flatMap((name) => {
    const given = options[name]?.split(',').map((word) => word.trim());
    return given === undefined ? [] : [[name, given]];
  });
  const limits: Record<string, number | null> = { ...DEFAULT_KEY_LIMITS };
  for (const [field, option] of Object.entries(LIMITS)) {
    const given = options[option];
    if (given !== undefined) limits[field] = wholeNumber(given, `number for --${option}`);
  }
  const expiresAt = expires === undefined ? null : endOf(expires);
  const body = createKeyBodySchema.safeParse({ label, mode, limits, expiresAt, ...Object.fromEntries(lists) });
  if (body.success) return body.data;
  const faults = body.error.issues.map(({ path: [field = '', limit], message }) => {
    const option = field === 'limits' ? LIMITS[limit as keyof KeyLimits] : String(field);
    return `--${option}: ${message}`;
  });
  throw new UsageError(`No such key can be made. ${[...new Set(faults)].join('. ')}`);
}

/** @throws UsageError also for a day that has passed */
function endOf(day: string): string {
  const end = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T23:59:59Z`) : new Date(Number.NaN);
  // 30 February would become 2 March.
  if (Number.isNaN(end.getTime()) || !end.toISOString().startsWith(day)) {
    throw new UsageError(`"${day}" is no day, such as 2030-12-31`);
  }
  if (end < new Date()) throw new UsageError(`${day} has passed`);
  return end.toISOString();
}
