import { openPayments, webhookPath } from '@clearcut/command-api/compose/payments';
import { loadConfig } from '@clearcut/platform/config/config';
import { originOf } from '@clearcut/platform/config/integrations';
import { readCatalogue } from '@clearcut/platform/payments/catalogue';
import type { Command } from '../../command.ts';

export const billingSetup: Command = {
  call: 'billing-setup',
  summary:
    'Bring the payment provider to what the catalogue says: products, prices, portal and, under a public address, the webhook, whose secret is shown once. Repeatable.',
  async run(_args, { database }) {
    const config = loadConfig();
    const origin = (): string => originOf(config, config.port);
    const payments = await openPayments({ config, database, origin });
    if (payments === undefined) throw new Error('Nothing is sold: set STRIPE_SECRET_KEY, or SANDBOX=true to try it.');
    const isReachable = config.publicUrl?.startsWith('https:') === true && payments.standIn === undefined;
    const webhookUrl = isReachable ? `${origin()}${webhookPath}` : undefined;
    const catalogue = await readCatalogue(config.billingCatalogue);
    const { made, changed, webhookSecret } = await payments.provider.setUp(catalogue, webhookUrl);
    const lines = [...listOf('Made:', made), ...listOf('Changed:', changed)];
    if (lines.length === 0) lines.push('Everything was there.');
    if (webhookSecret !== null) lines.push(`Set STRIPE_WEBHOOK_SECRET=${webhookSecret} and start again.`);
    else if (!isReachable) lines.push('No webhook: there is no public https address. Payments are found by asking.');
    return { text: lines.join('\n'), json: { made, changed, webhookSecret } };
  },
};

const listOf = (title: string, things: readonly string[]): string[] =>
  things.length === 0 ? [] : [title, ...things.map((one) => `  ${one}`)];
