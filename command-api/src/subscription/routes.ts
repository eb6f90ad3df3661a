import type { PaymentMethod } from '@clearcut/platform/payments/port';
import { CatalogueError } from '@clearcut/schemas/errors';
import { route, type Route } from '../http/contract.ts';
import type { HttpRequest } from '../http/message.ts';
import { actorOf, isMember, type MemberRequester, type Requester } from '../kernel/requester.ts';
import { cancel, finalizeTrial, nextAction, resume, retry, switchPlan } from './changes.ts';
import { type RequestContext, buyAddon, subscribe } from './checkout/checkout.ts';
import { subscriptionContracts as contracts } from '@clearcut/schemas/contracts/subscription';
import { buyPack } from './checkout/packs.ts';
import { ensureCustomer, recordRequester } from './customers.ts';
import type { SubscriptionHandler } from './handler.ts';
import { observe, type ObserverDeps } from './sync.ts';
import { keepHint } from './inbox/inbox.ts';
import { countryOf, type CountrySources, requestedCountryOf } from '../http/headers/country.ts';
import { activePrices, chosenCurrency, offeredCurrencies, priceAnswer } from './checkout/offers.ts';
import { shownInvoices } from './invoices.ts';
import { listMethods, removeMethod, setDefault } from './checkout/payment-methods.ts';
import { shownSubscription } from './billing-view.ts';
import { withChangeLock } from './team-lock.ts';
import type { BillingState } from './domain/state.ts';
import { changeTaxInformation, readTaxInformation } from './tax/tax-information.ts';

export interface SubscriptionDeps extends Omit<ObserverDeps, 'provider'> {
  readonly subscriptions: SubscriptionHandler;
  readonly provider: ObserverDeps['provider'] | undefined;
  readonly billingOrigin: () => string;
  readonly countries: CountrySources;
  /** @throws CatalogueError too_many_requests */
  readonly countRequest: (teamId: string) => Promise<void>;
  /** Chosen in the account; null until then. */
  readonly currencyOf: (userId: string) => Promise<string | null>;
}

interface From {
  readonly requester: MemberRequester;
  readonly request: HttpRequest;
}

const teamOf = ({ requester }: From): string => requester.subject.teamId;

const contextOf = ({ requester, request }: From): RequestContext => ({
  correlationId: request.id,
  causationId: request.id,
  actor: actorOf(requester.subject),
});

/** @throws CatalogueError nothing_sold from every route without a provider */
export function subscriptionRoutes(all: SubscriptionDeps): Route[] {
  const shared = sharedOf(all);
  return [
    ...offerRoutes(all, shared),
    ...purchaseRoutes(shared),
    ...planRoutes(all, shared),
    ...methodRoutes(shared),
    ...accountRoutes(all, shared),
  ];
}

type Shared = ReturnType<typeof sharedOf>;

function sharedOf(all: SubscriptionDeps) {
  const { database } = all;
  function deps(): ObserverDeps {
    const { provider, ...rest } = all;
    if (provider === undefined) throw new CatalogueError('nothing_sold');
    return { ...rest, provider };
  }

  const customerOf = (from: From): Promise<string> =>
    ensureCustomer(deps(), teamOf(from), { ...contextOf(from), now: new Date() });
  /** Precedes the provider's change, since a hint may come first. */
  async function recordedContext(from: From): Promise<RequestContext> {
    const context = contextOf(from);
    await recordRequester(database, teamOf(from), context.actor);
    return context;
  }
  const changing = <T>(from: From, change: (context: RequestContext) => Promise<T>): Promise<T> =>
    withChangeLock(database, teamOf(from), async () => change(await recordedContext(from)));

  async function infoOf(state: BillingState) {
    const prices = await activePrices(deps().provider);
    const subscriptionInfo = shownSubscription(
      state,
      (name) => prices.find((price) => price.name === name)?.id ?? null,
    );
    return { subscriptionInfo };
  }
  return { deps, customerOf, recordedContext, changing, infoOf };
}

function offerRoutes({ countries, currencyOf }: SubscriptionDeps, { deps }: Shared): Route[] {
  const currencyFor = async (requester: Requester): Promise<string | undefined> =>
    isMember(requester) ? ((await currencyOf(requester.subject.userId)) ?? undefined) : undefined;
  return [
    route(contracts.config, async () => {
      const { mode, publishableKey } = deps().provider;
      return { mode, publishableKey };
    }),
    route(contracts.prices, async ({ query, request, requester }) => {
      const { provider } = deps();
      const country = query.country ?? requestedCountryOf(request, 'x-user-country', countries);
      const currency = await chosenCurrency(provider, {
        currency: query.currency ?? (await currencyFor(requester)),
        country,
      });
      return (await activePrices(provider)).map((price) => priceAnswer(price, currency));
    }),
    route(contracts.currencies, async ({ request, requester }) => {
      const { provider } = deps();
      const country = countryOf(request, countries);
      return {
        currencies: await offeredCurrencies(provider),
        default: await chosenCurrency(provider, { currency: await currencyFor(requester), country }),
        country: country ?? null,
      };
    }),
  ];
}

function purchaseRoutes({ deps, customerOf, recordedContext }: Shared): Route[] {
  return [
    route(contracts.setupIntent, async (input) => deps().provider.setupIntent(await customerOf(input))),
    route(contracts.createIntent, async (input) => {
      const { clientSecret, price } = await subscribe(
        deps(),
        { ...input.body, teamId: teamOf(input) },
        contextOf(input),
      );
      // A repeat of an attempt that has been paid.
      if (clientSecret === null) throw new CatalogueError('subscription_exists');
      return { clientSecret, intent: 'payment', priceName: price.name };
    }),
    route(contracts.subscribe, async (input) => {
      const { price: _, ...step } = await subscribe(deps(), { ...input.body, teamId: teamOf(input) }, contextOf(input));
      return step;
    }),
    route(contracts.chargeSupportAddon, async (input) => buyAddon(deps(), teamOf(input), await recordedContext(input))),
    route(contracts.buyCredits, async (input) =>
      buyPack(deps(), { ...input.body, teamId: teamOf(input) }, contextOf(input)),
    ),
  ];
}

function planRoutes({ subscriptions }: SubscriptionDeps, { deps, changing, infoOf }: Shared): Route[] {
  return [
    route(contracts.nextAction, async (input) =>
      nextAction(deps(), teamOf(input), input.query.priceId, contextOf(input)),
    ),
    route(contracts.switchPlan, async (input) =>
      changing(input, async (context) => switchPlan(deps(), teamOf(input), input.body, context)),
    ),
    route(contracts.cancel, async (input) =>
      changing(input, async (context) => cancel(deps(), teamOf(input), input.body.value || null, context)),
    ),
    route(contracts.resume, async (input) => {
      await changing(input, async (context) => resume(deps(), teamOf(input), context));
      return infoOf((await subscriptions.load(teamOf(input))).state);
    }),
    route(contracts.retry, async (input) => {
      const { payment_method_id: paymentMethodId, invoice_id: invoiceId } = input.body;
      return changing(input, async (context) => retry(deps(), teamOf(input), { paymentMethodId, invoiceId }, context));
    }),
    route(contracts.finalizeTrial, async (input) =>
      changing(input, async (context) => finalizeTrial(deps(), teamOf(input), context)),
    ),
  ];
}

function methodRoutes({ deps, customerOf }: Shared): Route[] {
  const methodsOf = async (from: From) => (await listMethods(deps(), teamOf(from))).map(withoutFingerprint);
  return [
    route(contracts.paymentMethods, async (input) => methodsOf(input)),
    route(contracts.removePaymentMethod, async (input) => {
      await removeMethod(deps(), teamOf(input), input.body.payment_method_id, contextOf(input));
      return methodsOf(input);
    }),
    route(contracts.setDefaultPaymentMethod, async (input) => {
      const method = { customerId: await customerOf(input), id: input.body.payment_method_id };
      await setDefault(deps(), teamOf(input), method, contextOf(input));
      return methodsOf(input);
    }),
  ];
}

function accountRoutes(all: SubscriptionDeps, { deps, customerOf, infoOf }: Shared): Route[] {
  const { database, billingOrigin } = all;
  return [
    route(contracts.taxInformation, async ({ requester }) => readTaxInformation(database, requester.subject.teamId)),
    route(contracts.changeTaxInformation, async (input) => {
      await all.countRequest(teamOf(input));
      return withChangeLock(database, teamOf(input), async () =>
        changeTaxInformation(deps(), teamOf(input), input.body, contextOf(input)),
      );
    }),
    route(contracts.invoices, async (input) => {
      const { state } = await all.subscriptions.load(teamOf(input));
      if (state.customerId === null) return [];
      const snapshot = await deps().provider.snapshot(state.customerId);
      return shownInvoices(database, teamOf(input), { snapshot, state });
    }),
    route(contracts.portal, async (input) => ({
      url: await deps().provider.portal(await customerOf(input), `${billingOrigin()}/app/billing`),
    })),
    route(contracts.sync, async (input) => {
      await all.countRequest(teamOf(input));
      return infoOf((await observe(deps(), teamOf(input), contextOf(input))).state);
    }),
    route(contracts.webhook, async ({ bytes, request }) => {
      const signature = headerOf(request, 'stripe-signature') ?? '';
      await keepHint(database, await deps().provider.readWebhook(await bodyOf(bytes), signature), 'webhook');
      return { received: true };
    }),
  ];
}

function withoutFingerprint({ id, type, brand, last4, expMonth, expYear, isDefault }: PaymentMethod) {
  return { id, type, brand, last4, expMonth, expYear, isDefault };
}

function headerOf({ headers }: HttpRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

async function bodyOf(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces);
}
