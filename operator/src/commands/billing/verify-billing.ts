import { openPayments } from '@clearcut/command-api/compose/payments';
import { createSubscriptionHandler, inboxAge, listCustomers } from '@clearcut/command-api/subscription';
import { loadConfig } from '@clearcut/platform/config/config';
import { originOf } from '@clearcut/platform/config/integrations';
import type { Snapshot } from '@clearcut/platform/payments/port';
import { isCreditPoolEvent } from '@clearcut/schemas/credits/events';
import { isSubscriptionEvent } from '@clearcut/schemas/subscription/events';
import { BillingAudit } from '../../billing-audit.ts';
import type { Command } from '../../command.ts';
import { batchesOf } from '../../event-stores.ts';

const MAX_INBOX_AGE_SECONDS = 15 * 60;
const SHOWN = 100;

export const verifyBilling: Command = {
  call: 'verify-billing',
  summary:
    'Hold credits to payments, and payments to the provider: one grant for each paid invoice, one live subscription a team. Exit code 1 on any difference.',
  async run(_args, { database, eventStore, signal }) {
    const config = loadConfig();
    const audit = new BillingAudit();
    for await (const events of batchesOf(eventStore, signal)) {
      for (const { event } of events) if (isSubscriptionEvent(event) || isCreditPoolEvent(event)) audit.add(event);
    }
    const differences = audit.end();
    const age = await inboxAge(database);
    if (age > MAX_INBOX_AGE_SECONDS)
      differences.push(`a hint of the provider's has waited for ${Math.round(age / 60)} minutes`);
    const payments = await openPayments({ config, database, origin: () => originOf(config, config.port) });
    const customers = payments === undefined ? [] : await listCustomers(database);
    const subscriptions = createSubscriptionHandler(eventStore);
    for (const { teamId, customerId } of customers) {
      const { state } = await subscriptions.load(teamId);
      const snapshot = await payments?.provider.snapshot(customerId);
      if (snapshot !== undefined) differences.push(...heldTo(teamId, snapshot, state));
    }
    const counted = `${audit.payments} payments of ${audit.teams} teams`;
    const shown = differences.slice(0, SHOWN);
    return {
      isBad: differences.length > 0,
      text:
        differences.length === 0
          ? `No difference in ${counted}`
          : [`${differences.length} differences in ${counted}:`, ...shown].join('\n'),
      json: { payments: audit.payments, teams: audit.teams, differences: shown, differenceCount: differences.length },
    };
  },
};

function heldTo(
  teamId: string,
  { invoices, subscriptions }: Snapshot,
  state: { readonly paid: ReadonlyMap<string, unknown>; readonly subscriptions: ReadonlyMap<string, unknown> },
): string[] {
  const differences: string[] = [];
  const paid = invoices.filter(({ status }) => status === 'paid').map(({ id }) => id);
  for (const id of paid)
    if (!state.paid.has(id)) differences.push(`team ${teamId}: invoice ${id} was paid, and the log does not say so`);
  for (const id of state.paid.keys()) {
    if (!paid.includes(id))
      differences.push(`team ${teamId}: the log says that invoice ${id} was paid, and the provider does not`);
  }
  const live = subscriptions.filter(({ status }) => status !== 'canceled' && status !== 'incomplete_expired');
  const running = live.filter(({ status }) => status !== 'incomplete');
  if (running.length > 1) differences.push(`team ${teamId} pays for ${running.length} subscriptions at once`);
  for (const { id, price } of live) {
    if (price !== null && !state.subscriptions.has(id))
      differences.push(`team ${teamId}: subscription ${id} runs, and the log does not say so`);
  }
  for (const id of state.subscriptions.keys()) {
    if (!live.some((one) => one.id === id))
      differences.push(`team ${teamId}: the log says that subscription ${id} runs, and the provider does not`);
  }
  return differences;
}
