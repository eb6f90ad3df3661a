import { randomUUID } from 'node:crypto';
import { openPayments } from '@clearcut/command-api/compose/payments';
import { loadSecret } from '@clearcut/command-api/kernel/secret';
import { createSubscriptionHandler, listCustomers, observe } from '@clearcut/command-api/subscription';
import { loadConfig } from '@clearcut/platform/config/config';
import { originOf } from '@clearcut/platform/config/integrations';
import type { Command } from '../../command.ts';

export const billingSync: Command = {
  call: 'billing-sync',
  summary: 'Look at every team at the payment provider, and take down what the log does not have.',
  async run(_args, { database, eventStore }) {
    const config = loadConfig();
    const payments = await openPayments({ config, database, origin: () => originOf(config, config.port) });
    if (payments === undefined) throw new Error('Nothing is sold: set STRIPE_SECRET_KEY, or SANDBOX=true to try it.');
    const deps = {
      database,
      eventStore,
      provider: payments.provider,
      secret: await loadSecret(database),
      subscriptions: createSubscriptionHandler(eventStore),
    };
    const customers = await listCustomers(database);
    let found = 0;
    for (const { teamId } of customers) {
      const { events } = await observe(deps, teamId, { correlationId: randomUUID(), causationId: 'billing-sync' });
      found += events.length;
    }
    return {
      text: `Looked at ${customers.length} teams; ${found} events were new.`,
      json: { teams: customers.length, events: found },
    };
  },
};
