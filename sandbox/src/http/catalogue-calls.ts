import { randomBytes } from 'node:crypto';
import type { Stripe } from 'stripe';
import { z } from 'zod';
import { invalid, missing } from '../engine/model.ts';
import type { Endpoint, StandInCatalogue } from '../store.ts';
import { expand, flag, metadata, number, page } from './call.ts';
import { listOf, type Partly, priceObject } from '../objects/objects.ts';

const enabled = z.strictObject({ enabled: flag });
const features = z.strictObject({
  invoice_history: enabled,
  payment_method_update: enabled,
  subscription_cancel: enabled,
  subscription_update: enabled,
});

export interface CatalogueCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly params: z.ZodType;
  readonly run: (catalogue: StandInCatalogue, params: never, now: number, id: string) => object;
}

function call<S extends z.ZodType>(
  method: CatalogueCall['method'],
  path: string,
  params: S,
  run: (catalogue: StandInCatalogue, params: z.infer<S>, now: number, id: string) => object,
): CatalogueCall {
  return { method, path, params, run };
}

const idOf = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

/** Calls about the catalogue: products, prices, webhooks, the portal's settings. */
export const catalogueCalls: readonly CatalogueCall[] = [
  call(
    'GET',
    'prices',
    z.strictObject({ active: flag.optional(), lookup_keys: z.array(z.string()).max(10).optional(), ...page }),
    ({ prices }, { active, lookup_keys: keys }) => {
      const isWanted = ({ active: isActive, lookupKey }: StandInCatalogue['prices'][number]): boolean =>
        (active === undefined || isActive === active) && (keys === undefined || keys.includes(lookupKey ?? ''));
      return listOf(prices.filter(isWanted).map(priceObject), '/v1/prices');
    },
  ),
  call(
    'POST',
    'prices',
    z.strictObject({
      product: z.string(),
      currency: z.string(),
      unit_amount: number,
      currency_options: z.record(z.string(), z.strictObject({ unit_amount: number })).optional(),
      lookup_key: z.string(),
      transfer_lookup_key: flag,
      recurring: z.strictObject({ interval: z.literal('month') }).optional(),
      metadata,
      expand,
    }),
    (catalogue, params, now) => {
      if (!catalogue.products.some(({ id }) => id === params.product))
        throw missing('product', params.product, 'product');
      const before = catalogue.prices.find(({ lookupKey }) => lookupKey === params.lookup_key);
      if (before !== undefined) before.lookupKey = null;
      const options = Object.entries(params.currency_options ?? {});
      const price = {
        id: idOf('price'),
        product: params.product,
        active: true,
        lookupKey: params.lookup_key,
        currency: params.currency,
        unitAmount: params.unit_amount,
        options: Object.fromEntries(options.map(([currency, { unit_amount: amount }]) => [currency, amount])),
        isMonthly: params.recurring !== undefined,
        metadata: params.metadata,
        created: now,
      };
      catalogue.prices.push(price);
      return priceObject(price);
    },
  ),
  call('POST', 'prices/:id', z.strictObject({ active: flag, expand }), ({ prices }, { active }, _now, id) => {
    const price = prices.find((one) => one.id === id);
    if (price === undefined) throw missing('price', id);
    price.active = active;
    return priceObject(price);
  }),
  call('GET', 'products', z.strictObject({ ids: z.array(z.string()), ...page }), ({ products }, { ids }) =>
    listOf(products.filter(({ id }) => ids.includes(id)).map(productObject), '/v1/products'),
  ),
  call(
    'POST',
    'products',
    z.strictObject({ id: z.string(), name: z.string(), metadata, expand }),
    ({ products }, made) => {
      if (products.some(({ id }) => id === made.id))
        throw invalid('Product already exists', { code: 'resource_already_exists' });
      products.push({ id: made.id, name: made.name });
      return { id: made.id, object: 'product', name: made.name, metadata: made.metadata };
    },
  ),
  call(
    'POST',
    'products/:id',
    z.strictObject({ name: z.string(), active: flag, expand }),
    ({ products }, { name, active }, _now, id) => {
      const product = products.find((one) => one.id === id);
      if (product === undefined) throw missing('product', id);
      Object.assign(product, { name, active });
      return productObject(product);
    },
  ),
  call('GET', 'billing_portal/configurations', z.strictObject({ active: flag, ...page }), ({ portals }) =>
    listOf(portals.map(portalObject), '/v1/billing_portal/configurations'),
  ),
  call(
    'POST',
    'billing_portal/configurations',
    z.strictObject({ features, metadata, expand }),
    ({ portals }, { features: wanted, metadata: noted }) => {
      const portal = { id: idOf('bpc'), metadata: noted, features: wanted };
      portals.push(portal);
      return portalObject(portal);
    },
  ),
  call(
    'POST',
    'billing_portal/configurations/:id',
    z.strictObject({ features, expand }),
    ({ portals }, { features: wanted }, _now, id) => {
      const portal = portals.find((one) => one.id === id);
      if (portal === undefined) throw missing('configuration', id);
      portal.features = wanted;
      return portalObject(portal);
    },
  ),
  call('GET', 'webhook_endpoints', z.strictObject(page), ({ endpoints }) =>
    listOf(endpoints.map(endpointObject), '/v1/webhook_endpoints'),
  ),
  call(
    'POST',
    'webhook_endpoints',
    z.strictObject({
      url: z.url(),
      enabled_events: z.array(z.string()),
      api_version: z.literal('2026-10-28.endive'),
      metadata,
      expand,
    }),
    ({ endpoints }, { url, metadata: noted, enabled_events: enabledEvents }) => {
      const made = { id: idOf('we'), url, secret: idOf('whsec'), metadata: noted, enabledEvents };
      endpoints.push(made);
      return { ...endpointObject(made), secret: made.secret };
    },
  ),
  call(
    'POST',
    'webhook_endpoints/:id',
    z.strictObject({ enabled_events: z.array(z.string()), disabled: flag, expand }),
    ({ endpoints }, { enabled_events: enabledEvents }, _now, id) => {
      const endpoint = endpoints.find((one) => one.id === id);
      if (endpoint === undefined) throw missing('webhook_endpoint', id);
      endpoint.enabledEvents = enabledEvents;
      return endpointObject(endpoint);
    },
  ),
];

const productObject = ({ id, name, active = true }: StandInCatalogue['products'][number]): Partly<Stripe.Product> => ({
  id,
  object: 'product',
  name,
  active,
});

const OFF = { enabled: false };

const portalObject = ({
  id,
  metadata: noted,
  features: has = {},
}: StandInCatalogue['portals'][number]): Partly<Stripe.BillingPortal.Configuration> => ({
  id,
  object: 'billing_portal.configuration',
  metadata: { ...noted },
  features: {
    invoice_history: has['invoice_history'] ?? OFF,
    payment_method_update: has['payment_method_update'] ?? OFF,
    subscription_cancel: has['subscription_cancel'] ?? OFF,
    subscription_update: has['subscription_update'] ?? OFF,
  },
});

const endpointObject = ({
  id,
  url,
  metadata: noted,
  enabledEvents = ['*'],
}: Endpoint): Partly<Stripe.WebhookEndpoint> => ({
  id,
  object: 'webhook_endpoint',
  url,
  metadata: { ...noted },
  enabled_events: [...enabledEvents],
  status: 'enabled',
});
