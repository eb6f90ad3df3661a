import type { Database } from '@clearcut/platform/database/database';
import { CatalogueError } from '@clearcut/schemas/errors';
import express, { type Request, type Response, Router } from 'express';
import { z } from 'zod';
import { parse } from '../http/contract.ts';
import { money } from '../texts/amounts.ts';
import { Html, html } from '../texts/html.ts';
import { page } from './page.ts';
import { type Account, customerIdOf, type Invoice } from '@clearcut/sandbox/engine/model';
import { totalOf } from '@clearcut/sandbox/engine/money';
import { answerBank, closeDispute, dispute, failRefund, refund, testOf } from '@clearcut/sandbox/engine/payments';
import type { StripeStandIn } from '@clearcut/sandbox/stand-in';
import { listAccounts, readWebhooks, setWebhooks, withAccount } from '@clearcut/sandbox/store';

export interface StripePagesDeps {
  readonly standIn: StripeStandIn;
  readonly database: Database;
}

const ROOT = '/dev/stripe';
const NO_MONEY = html`<p><strong>SANDBOX – no money moves</strong></p>`;

const STEPS = { hour: 3_600, day: 86_400, week: 604_800, month: 31 * 86_400 } as const;

const clockSchema = z.object({ by: z.enum(['hour', 'day', 'week', 'month']) });
const webhooksSchema = z.object({ mode: z.enum(['deliver', 'lose', 'repeat', 'reverse']) });
const actSchema = z.object({
  what: z.enum(['refund', 'refund-half', 'refund-fails', 'dispute', 'won', 'lost', 'fail-next']),
  invoice: z.string().optional(),
});

const bankSchema = z.object({ answer: z.enum(['confirm', 'refuse']), back: z.string().optional() });

const pageOfOurs = (path: unknown): string | undefined =>
  typeof path === 'string' && /^\/app\/[\w/-]*$/.test(path) ? path : undefined;

export function stripePages({ standIn, database }: StripePagesDeps): Router {
  const pages = Router();
  pages.use('/v1', express.text({ type: () => true, limit: '100kb' }), (request, response) =>
    forward(standIn, request, response),
  );
  pages.get('/', async (_request, response) => {
    const [accounts, now, webhooks] = await Promise.all([
      listAccounts(database),
      standIn.now(),
      readWebhooks(database),
    ]);
    response.type('html').send(overview(accounts, now, webhooks));
  });
  pages.post('/clock', async (request, response) => {
    const { by } = parse(clockSchema, request.body, 'validation_failed');
    await standIn.advance(STEPS[by]);
    response.redirect(ROOT);
  });
  pages.post('/webhooks', async (request, response) => {
    const { mode } = parse(webhooksSchema, request.body, 'validation_failed');
    await setWebhooks(database, mode);
    response.redirect(ROOT);
  });
  pages.post('/customers/:id', async (request, response) => {
    await act(standIn, request.params.id, parse(actSchema, request.body, 'validation_failed'));
    response.redirect(ROOT);
  });
  pages.get('/invoices/:id', async (request, response) => {
    const { id } = request.params;
    const account = await accountOf(database, customerIdOf(id));
    const invoice = account.invoices.find((one) => one.id === id);
    if (invoice === undefined) throw new CatalogueError('not_found');
    response.type('html').send(invoicePage(account, invoice));
  });
  pages.get('/portal/:id', async (request, response) => {
    response.type('html').send(portalPage(await accountOf(database, request.params.id), request.query['back']));
  });
  pages.get('/bank/:id', (request, response) => {
    response.type('html').send(bankPage(request.params.id, pageOfOurs(request.query['back'])));
  });
  pages.post('/bank/:id', async (request, response) => {
    const { id } = request.params;
    const { answer, back: asked } = parse(bankSchema, request.body, 'validation_failed');
    let back = ROOT;
    await standIn.act(customerIdOf(id), (world) => {
      const { returnUrl, secret, status } = answerBank(world, id, answer === 'confirm');
      const result = { payment_intent: id, payment_intent_client_secret: secret };
      const query = new URLSearchParams({ ...result, redirect_status: status === 'succeeded' ? status : 'failed' });
      back = `${pageOfOurs(asked) ?? returnUrl ?? ROOT}?${query.toString()}`;
    });
    response.redirect(back);
  });
  return pages;
}

async function forward({ fetch }: StripeStandIn, request: Request, response: Response): Promise<void> {
  const { method, headers, url } = request;
  const body =
    typeof request.body === 'string'
      ? request.body
      : new URLSearchParams(request.body as Record<string, string>).toString();
  const answer = await fetch(`https://api.stripe.com/v1${url}`, {
    method,
    headers: { authorization: headers.authorization ?? '' },
    ...(method === 'POST' ? { body } : {}),
  });
  response.status(answer.status).json(await answer.json());
}

async function accountOf(database: Database, id: string): Promise<Account> {
  const found = await database
    .transaction((tx) => withAccount(tx, id, ({ account }) => account))
    .catch(() => undefined);
  if (found === undefined || found instanceof Error) throw new CatalogueError('not_found');
  return found;
}

async function act(
  standIn: StripeStandIn,
  customerId: string,
  { what, invoice: id }: z.infer<typeof actSchema>,
): Promise<void> {
  await standIn.act(customerId, (world) => {
    const { payment } = world.account.invoices.find((one) => one.id === id) ?? {};
    const { charge, id: paymentId = '' } = payment ?? {};
    const left =
      (charge?.amount ?? 0) - (charge?.refunds.reduce((sum, one) => sum + (one.failed ? 0 : one.amount), 0) ?? 0);
    const last = charge?.refunds.findLast(({ failed }) => !failed);
    if (what === 'fail-next') world.account.failsNext = true;
    else if (what === 'refund') refund(world, paymentId, left);
    else if (what === 'refund-half') refund(world, paymentId, Math.ceil(left / 2));
    else if (what === 'refund-fails') failRefund(world, charge?.id ?? '', last?.id ?? '');
    else if (what === 'dispute') dispute(world, paymentId);
    else closeDispute(world, paymentId, what);
  });
}

const button = (label: string, name: string, value: string, isQuiet = true): Html =>
  html`<button ${new Html(isQuiet ? 'class="quiet"' : '')} name="${name}" value="${value}">${label}</button>`;

function overview(accounts: readonly Account[], now: Date, webhooks: string): string {
  const modes = { deliver: 'Deliver', lose: 'Lose', repeat: 'Send twice', reverse: 'Newest first' };
  return page(
    'Payments',
    html`<h1>Payments</h1>
      ${NO_MONEY}
      <p>
        Stands in for Stripe. Set STRIPE_SECRET_KEY to sell for real. Its clock says
        ${now.toISOString().slice(0, 16).replace('T', ' ')} UTC.
      </p>
      <form class="row" method="post" action="${ROOT}/clock">
        ${Object.keys(STEPS).map((step) => button(`A ${step} ahead`.replace('A hour', 'An hour'), 'by', step))}
      </form>
      <h2>Webhooks: ${modes[webhooks as keyof typeof modes]}</h2>
      <form class="row" method="post" action="${ROOT}/webhooks">
        ${Object.entries(modes).map(([mode, label]) => button(label, 'mode', mode))}
      </form>
      ${accounts.length === 0 ? html`<p>No customer yet. Choose a plan: it lands here at once.</p>` : accounts.map(customerPart)}`,
  );
}

function customerPart(account: Account): Html {
  const { id, metadata, subscriptions, invoices } = account;
  return html`<h2>Team ${metadata['teamId'] ?? id}</h2>
    <form class="row" method="post" action="${ROOT}/customers/${id}">
      ${button('The next payment fails', 'what', 'fail-next')}
    </form>
    <ul class="list">
      ${subscriptions.toReversed().map(
        ({ status, periodEnd, currency }) =>
          html`<li>
            <a><b>Subscription, ${status}</b> <span>${currency}</span> <span>until ${day(periodEnd)}</span></a>
          </li>`,
      )}
      ${invoices.toReversed().map((invoice) => invoicePart(id, invoice))}
    </ul>`;
}

function invoicePart(customerId: string, invoice: Invoice): Html {
  const { id, number, status, created, payment } = invoice;
  const charge = payment?.charge;
  const isDisputed = charge?.dispute?.status === 'needs_response';
  const buttons = charge
    ? [
        button('Refund', 'what', 'refund'),
        button('Refund half', 'what', 'refund-half'),
        ...(charge.refunds.some(({ failed }) => !failed) ? [button('The refund fails', 'what', 'refund-fails')] : []),
        ...(charge.dispute === null ? [button('Dispute', 'what', 'dispute')] : []),
        ...(isDisputed ? [button('Dispute won', 'what', 'won'), button('Dispute lost', 'what', 'lost')] : []),
      ]
    : [];
  return html`<li>
    <a href="${ROOT}/invoices/${id}"
      ><b>${number}, ${status}</b> <span>${totalIn(invoice)}</span> <span>${day(created)}</span></a
    >
    <form method="post" action="${ROOT}/customers/${customerId}">
      <input type="hidden" name="invoice" value="${id}" />
      ${buttons}
    </form>
  </li>`;
}

function invoicePage(account: Account, invoice: Invoice): string {
  const { name, email, address, taxIds } = account;
  return page(
    invoice.number,
    html`<h1>Invoice ${invoice.number}</h1>
      ${NO_MONEY}
      <dl>
        <dt>Date</dt>
        <dd>${day(invoice.created)}</dd>
        <dt>For</dt>
        <dd>
          ${[name, ...Object.values(address ?? {}), email, ...taxIds.map(({ value }) => value)].filter(Boolean).join(', ') || account.id}
        </dd>
        <dt>Status</dt>
        <dd>${invoice.status}</dd>
        <dt>Total</dt>
        <dd>${totalIn(invoice)}</dd>
      </dl>
      <ul class="list">
        ${invoice.lines.map(
          ({ amount, from, to }) =>
            html`<li>
              <a><span>${day(from)} – ${day(to)}</span> <span>${money(amount, invoice.currency, 'en')}</span></a>
            </li>`,
        )}
      </ul>`,
  );
}

function portalPage(account: Account, back: unknown): string {
  return page(
    'Customer portal',
    html`<h1>Customer portal</h1>
      ${NO_MONEY}
      <ul class="list">
        ${account.methods
          .filter(({ attached }) => attached)
          .map(
            (method) =>
              html`<li>
                <a><b>${testOf(method).brand ?? 'PayPal'} ${testOf(method).number.slice(-4)}</b></a>
              </li>`,
          )}
        ${account.invoices.toReversed().map(
          (invoice) =>
            html`<li>
              <a href="${ROOT}/invoices/${invoice.id}"><b>${invoice.number}</b> <span>${totalIn(invoice)}</span></a>
            </li>`,
        )}
      </ul>
      ${typeof back === 'string' && /^https?:/.test(back) ? html`<p><a href="${back}">Back</a></p>` : ''}`,
  );
}

function bankPage(id: string, back = ''): string {
  return page(
    'Confirm a payment',
    html`<h1>Confirm this payment?</h1>
      ${NO_MONEY}
      <p>Here your bank, or PayPal, asks whether it is you.</p>
      <form method="post" action="${ROOT}/bank/${id}">
        <input type="hidden" name="back" value="${back}" />
        ${button('Confirm', 'answer', 'confirm', false)} ${button('Refuse', 'answer', 'refuse')}
      </form>`,
  );
}

const day = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);
const totalIn = (invoice: Invoice): string => money(totalOf(invoice), invoice.currency, 'en');
