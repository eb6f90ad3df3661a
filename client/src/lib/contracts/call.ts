import type { BytesBody, Contract } from '@clearcut/schemas/contracts/contract';
import type { z } from 'zod';
import { request, type RequestOptions } from '../http/request.ts';

/** Readonly at every depth: callers may pass their own lists. */
type Given<T> = T extends readonly (infer Each)[]
  ? readonly Given<Each>[]
  : T extends Readonly<Record<string, never>>
    ? object
    : T extends object
      ? { readonly [Name in keyof T]: Given<T[Name]> }
      : T;

type Input<C, Name extends 'params' | 'query' | 'body'> = C extends {
  readonly [N in Name]: infer Schema extends z.ZodType;
}
  ? Given<z.input<Schema>>
  : never;

type Part<C, Name extends 'params' | 'query' | 'body'> = [Input<C, Name>] extends [never]
  ? unknown
  : object extends Input<C, Name>
    ? { readonly [N in Name]?: Input<C, Name> }
    : { readonly [N in Name]: Input<C, Name> };

type Bytes<C> = C extends { readonly body: BytesBody } ? { readonly bytes: Blob | FormData } : unknown;

/** A new `version` for new pixels keeps caches from serving the old ones. */
export type Address<C extends Contract> = Part<C, 'params'> & Part<C, 'query'> & { readonly version?: string };
export type CallInput<C extends Contract> = Address<C> &
  Part<C, 'body'> &
  Bytes<C> &
  Pick<RequestOptions, 'idempotencyKey' | 'changesIdentity'> & { readonly signal?: AbortSignal | undefined };

export type BodyOf<C extends Contract> = Input<C, 'body'>;

type Rest<Input> = object extends Input ? [input?: Input] : [input: Input];

type Success = 200 | 201 | 202 | 204;
type Parsed<A> = A extends { readonly schema: infer Schema extends z.ZodType } ? z.output<Schema> : undefined;
export type AnswerTo<C extends Contract> = {
  [Status in keyof C['answers'] & Success]: Parsed<C['answers'][Status]>;
}[keyof C['answers'] & Success];

interface Parts extends RequestOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly version?: string;
  readonly body?: never;
  readonly bytes?: Blob | FormData;
}

/** Address of a route, for links and images too. */
export function addressOf<C extends Contract>(contract: C, ...[input]: Rest<Address<C>>): string {
  const { params = {}, query = {}, version: v } = (input ?? {}) as Parts;
  const path = contract.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const given = Object.entries({ ...query, v }).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search === '' ? path : `${path}?${search}`;
}

/** For answers with a file or with headers that matter. @throws as `request` */
export function send<C extends Contract>(contract: C, ...[input]: Rest<CallInput<C>>): Promise<Response> {
  const { body: json, bytes, ...options } = (input ?? {}) as Parts;
  return request(addressOf<Contract>(contract, input), { ...options, method: contract.method, json, body: bytes });
}

/** @throws unless the answer fits the contract */
export function parse<C extends Contract>(contract: C, status: number, json: unknown): AnswerTo<C> {
  return contract.answers[status]?.schema?.parse(json) as AnswerTo<C>;
}

/**
 * Calls a route by its contract and parses the answer, all that the build keeps contracts for (vite-contracts.ts).
 * @throws as `send` and `parse`
 */
export async function call<C extends Contract>(contract: C, ...rest: Rest<CallInput<C>>): Promise<AnswerTo<C>> {
  const response = await send(contract, ...rest);
  const hasBody = contract.answers[response.status]?.schema !== undefined;
  return parse(contract, response.status, hasBody ? await response.json() : undefined);
}
