import { randomUUID } from 'node:crypto';
import { createApiKeyHandler, createKey, migrateApiKeys } from '@clearcut/command-api/api-keys';
import { findAccountByEmail } from '@clearcut/command-api/accounts';
import { UsageError } from '@clearcut/platform/cli/command';
import { createKeyBodySchema } from '@clearcut/schemas/api-keys/http';
import { KEY_MODES, KEY_SCOPES } from '@clearcut/schemas/api-keys/rights';
import type { Command } from '../command.ts';

export const createApiKey: Command = {
  call: 'create-api-key <email> [--scopes <a,b>] [--label <text>] [--mode <live or test>]',
  summary: `Make an API key that acts in the person's name, and print it once. Scopes: ${KEY_SCOPES.join(', ')}; without --scopes all of them but keys:manage.`,
  async run([email = ''], { database, eventStore }, { scopes, label = 'operator', mode = 'live' }) {
    const body = createKeyBodySchema.safeParse({
      label,
      mode,
      ...(scopes === undefined ? {} : { scopes: scopes.split(',').map((scope) => scope.trim()) }),
    });
    if (!body.success) {
      const known = `Scopes are some of ${KEY_SCOPES.join(', ')}; the mode is ${KEY_MODES.join(' or ')}.`;
      throw new UsageError(`No such key can be made. ${known}`);
    }
    const account = await findAccountByEmail(database, email);
    if (account === undefined) throw new Error(`There is no account with the email address ${email}`);
    // The API may not have run since keys exist.
    await migrateApiKeys(database);
    const { key, id } = await createKey(
      { database, keys: createApiKeyHandler(eventStore) },
      { teamId: account.teamId, userId: account.id },
      body.data,
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
