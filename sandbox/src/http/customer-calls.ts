import { z } from 'zod';
import { emit, findOrThrow, invalid, newId, type World } from '../engine/model.ts';
import { attach, methodOf } from '../engine/payments.ts';
import { byCustomer, byId, type Call, call, expand, none, page } from './call.ts';
import { show } from '../objects/lookup.ts';
import { listOf, methodObject } from '../objects/objects.ts';

export const customerCalls: readonly Call[] = [
  call('GET', 'customers/:id', byId, none, (world, id) => show(world, id, 'customer')),
  call(
    'POST',
    'customers/:id',
    byId,
    z.strictObject({
      name: z.string().optional(),
      email: z.string().optional(),
      address: z
        .strictObject({ country: z.string(), line1: z.string(), postal_code: z.string(), city: z.string() })
        .optional(),
      invoice_settings: z.strictObject({ default_payment_method: z.string() }).optional(),
      expand,
    }),
    (world, id, { name, email, address, invoice_settings: settings }) => {
      const { account } = world;
      account.name = name ?? account.name;
      account.email = email ?? account.email;
      account.address = address ?? account.address;
      if (settings !== undefined) account.methodId = methodOf(world, settings.default_payment_method).id;
      emit(world, 'customer.updated', id);
      return show(world, id, 'customer');
    },
  ),
  call('GET', 'customers/:id/payment_methods', byId, z.strictObject(page), (world) =>
    listOf(
      world.account.methods.filter(({ attached }) => attached).map((one) => methodObject(world, one)),
      '/v1/payment_methods',
    ),
  ),
  call('GET', 'customers/:id/tax_ids', byId, z.strictObject(page), ({ account }) =>
    listOf(account.taxIds.map(taxIdObject), '/v1/tax_ids'),
  ),
  call(
    'POST',
    'customers/:id/tax_ids',
    byId,
    z.strictObject({ type: z.enum(['eu_vat', 'gb_vat', 'ch_vat', 'no_vat']), value: z.string(), expand }),
    (world, _id, { type, value }) => {
      if (!/^[A-Z0-9]{5,20}$/.test(value)) throw invalid('Invalid value', { code: 'tax_id_invalid', param: 'value' });
      const made = { id: newId(world, 'txi'), type, value, created: world.now };
      world.account.taxIds.push(made);
      return taxIdObject(made);
    },
  ),
  call('DELETE', 'customers/:id/tax_ids/:other', byId, none, ({ account }, _id, params) => {
    const { other } = params as { other?: string };
    account.taxIds = account.taxIds.filter(({ id }) => id !== other);
    return { id: other, object: 'tax_id', deleted: true };
  }),
  call('GET', 'payment_methods/:id', byId, none, (world, id) => methodObject(world, methodOf(world, id))),
  call(
    'POST',
    'payment_methods/:id/attach',
    byCustomer,
    z.strictObject({ customer: z.string(), expand }),
    (world, id) => methodObject(world, attach(world, id)),
  ),
  call('POST', 'payment_methods/:id/detach', byId, none, (world, id) => {
    const method = findOrThrow(world.account.methods, id, 'PaymentMethod');
    method.attached = false;
    if (world.account.methodId === id) world.account.methodId = null;
    emit(world, 'payment_method.detached', id);
    return methodObject(world, method);
  }),
  call(
    'POST',
    'setup_intents',
    byCustomer,
    z.strictObject({
      customer: z.string(),
      usage: z.literal('off_session'),
      allowed_payment_method_types: z.array(z.string()),
      expand,
    }),
    (world) => {
      const id = newId(world, 'seti');
      const made = { id, secret: `${id}_secret_setup`, status: 'requires_payment_method' as const };
      world.account.setups.push(made);
      return { id, object: 'setup_intent', client_secret: made.secret, status: made.status };
    },
  ),
];

function taxIdObject({ id, type, value, created }: World['account']['taxIds'][number]): object {
  // Test numbers of Stripe's documentation.
  const status = value.endsWith('000000000') ? 'verified' : value.endsWith('111111111') ? 'unverified' : 'pending';
  return { id, object: 'tax_id', type, value, created, verification: { status } };
}
