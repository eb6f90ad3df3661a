import { emit, type Invoice, type Line, newId, type Subscription, type World } from './model.ts';

export function draft(
  world: World,
  {
    subscription,
    reason,
    currency,
    lines,
    dueAt = null,
    metadata = {},
  }: {
    readonly subscription: Subscription | null;
    readonly reason: Invoice['reason'];
    readonly currency: string;
    readonly lines: Line[];
    readonly dueAt?: number | null;
    readonly metadata?: Readonly<Record<string, string>>;
  },
): Invoice {
  const { account } = world;
  const invoice: Invoice = {
    id: newId(world, 'in'),
    number: `SANDBOX-${account.id.slice(-6).toUpperCase()}-${String(account.invoices.length + 1).padStart(4, '0')}`,
    created: world.now,
    reason,
    subscriptionId: subscription?.id ?? null,
    currency,
    metadata,
    lines,
    status: 'draft',
    paidAt: null,
    attempts: 0,
    dueAt,
    payment: null,
  };
  account.invoices.push(invoice);
  if (subscription !== null) subscription.latestInvoiceId = invoice.id;
  return invoice;
}

export function makeVoid(world: World, invoice: Invoice): void {
  invoice.status = 'void';
  invoice.dueAt = null;
  if (invoice.payment !== null) invoice.payment.status = 'canceled';
  emit(world, 'invoice.voided', invoice.id);
}
