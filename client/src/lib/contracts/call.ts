import type { Contract } from '@clearcut/schemas/contracts/contract';
import type { z } from 'zod';
import { request, type RequestOptions } from '../http/request.ts';

/** As a caller may have it, who changes nothing in it. */
type Given<T> = T extends readonly (infer Each)[]
  ? readonly Given<Each>[]
  : T extends object
    ? { readonly [Name in keyof T]: Given<T[Name]> }
    : T;

type Part<C, Name extends 'params' | 'query' | 'body'> = C extends {
  readonly [N in Name]: infer Schema extends z.ZodType;
}
  ? { readonly [N in Name]: Given<z.input<Schema>> }
  : unknown;

export type Address<C extends Contract> = Part<C, 'params'> & Part<C, 'query'>;
export type CallInput<C extends Contract> = Address<C> &
  Part<C, 'body'> &
  Pick<RequestOptions, 'signal' | 'idempotencyKey' | 'changesIdentity'>;

type Rest<Input> = object extends Input ? [input?: Input] : [input: Input];

type Success = 200 | 201 | 202 | 204;
type Parsed<A> = A extends { readonly schema: infer Schema extends z.ZodType } ? z.output<Schema> : undefined;
export type AnswerTo<C extends Contract> = {
  [Status in keyof C['answers'] & Success]: Parsed<C['answers'][Status]>;
}[keyof C['answers'] & Success];

interface Parts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
}

/** Address of a route, for links and images too. */
export function addressOf<C extends Contract>(contract: C, ...[input]: Rest<Address<C>>): string {
  const { params = {}, query = {} } = (input ?? {}) as Parts;
  const path = contract.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search === '' ? path : `${path}?${search}`;
}

/**
 * Calls a route as its contract has it, and parses the answer by it. Its schemas bring zod: pages of the first load make
 * their requests without.
 * @throws as `request`; a ZodError for an answer of another form
 */
export async function call<C extends Contract>(contract: C, ...rest: Rest<CallInput<C>>): Promise<AnswerTo<C>> {
  const [input = {}] = rest;
  const { body, signal, idempotencyKey, changesIdentity } = input as RequestOptions & { readonly body?: unknown };
  const response = await request(addressOf<Contract>(contract, input), {
    method: contract.method,
    ...(body === undefined ? {} : { json: body }),
    ...(signal === undefined ? {} : { signal }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    ...(changesIdentity === undefined ? {} : { changesIdentity }),
  });
  const schema = contract.answers[response.status]?.schema;
  return (schema === undefined ? undefined : schema.parse(await response.json())) as AnswerTo<C>;
}
