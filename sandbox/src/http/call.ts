import { z } from 'zod';
import type { World } from '../engine/model.ts';

export const number = z.coerce.number().pipe(z.int());
export const flag = z.enum(['true', 'false']).transform((text) => text === 'true');
export const metadata = z.record(z.string(), z.string());
export const expand = z.array(z.string()).optional();
export const tax = z.strictObject({ enabled: flag }).optional();
export const page = { limit: number.optional(), starting_after: z.string().optional(), expand };

export interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below /v1; `:id` stands for an id. */
  readonly path: string;
  readonly params: z.ZodType;
  /** The id that identifies the call's customer. */
  readonly about: (id: string, params: Readonly<Record<string, unknown>>) => string;
  readonly run: (world: World, id: string, params: never) => object;
}

export const byId = (id: string): string => id;
export const byCustomer = (_id: string, { customer }: Readonly<Record<string, unknown>>): string => String(customer);
export const bySubscription = (_id: string, params: Readonly<Record<string, unknown>>): string =>
  String(params['subscription'] ?? params['from_subscription']);
export const byCharge = (_id: string, params: Readonly<Record<string, unknown>>): string => String(params['charge']);

export const byPayment = (_id: string, params: Readonly<Record<string, unknown>>): string =>
  String(params['payment_intent']);

export function call<S extends z.ZodType>(
  method: Call['method'],
  path: string,
  about: Call['about'],
  params: S,
  run: (world: World, id: string, params: z.infer<S>) => object,
): Call {
  return { method, path, about, params, run };
}

export const none = z.strictObject({ expand });

export const items = z
  .array(z.strictObject({ id: z.string().optional(), price: z.string(), quantity: number.optional() }))
  .length(1);
