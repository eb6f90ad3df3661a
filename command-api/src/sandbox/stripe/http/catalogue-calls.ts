import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { invalid, missing } from '../engine/model.ts';
import type { StandInCatalogue } from '../store.ts';
import { expand, flag, metadata, number, page } from './call.ts';
import { listOf, priceObject } from './objects.ts';

const enabled = z.strictObject({ enabled: flag });

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

/** The calls about what is no customer's: products, prices, webhooks, the portal's settings. */
export const catalogueCalls: readonly CatalogueCall[] = [
  call('GET', 'prices', z.strictObject({ active: flag.optional(), ...page }), ({ prices }, { active }) =>
    listOf(prices.filter((price) => active === undefined || price.active === active).map(priceObject), '/v1/prices'),
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
    listOf(
      products.filter(({ id }) => ids.includes(id)).map((one) => ({ ...one, object: 'product' })),
      '/v1/products',
    ),
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
  call('GET', 'billing_portal/configurations', z.strictObject({ active: flag, ...page }), ({ portals }) =>
    listOf(
      portals.map((one) => ({ ...one, object: 'billing_portal.configuration' })),
      '/v1/billing_portal/configurations',
    ),
  ),
  call(
    'POST',
    'billing_portal/configurations',
    z.strictObject({
      features: z.strictObject({ invoice_history: enabled, payment_method_update: enabled }),
      metadata,
      expand,
    }),
    ({ portals }, made) => {
      const portal = { id: idOf('bpc'), metadata: made.metadata };
      portals.push(portal);
      return { ...portal, object: 'billing_portal.configuration' };
    },
  ),
  call('GET', 'webhook_endpoints', z.strictObject(page), ({ endpoints }) =>
    listOf(
      endpoints.map(({ id, url, metadata: noted }) => ({ id, url, metadata: noted, object: 'webhook_endpoint' })),
      '/v1/webhook_endpoints',
    ),
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
    ({ endpoints }, { url, metadata: noted }) => {
      const made = { id: idOf('we'), url, secret: idOf('whsec'), metadata: noted };
      endpoints.push(made);
      return { ...made, object: 'webhook_endpoint' };
    },
  ),
];
