import { CatalogueError, errorCatalogue, type ErrorCode } from '@clearcut/schemas/errors';
import type { Access, BytesBody, Contract } from '@clearcut/schemas/contracts/contract';
import { findUnstorable, UNSEEN } from '@clearcut/schemas/text/characters';
import { z } from 'zod';
import type { Credential, KeyRequester, MemberRequester, Requester } from '../kernel/requester.ts';
import type { HttpReply, HttpRequest } from './message.ts';

type RequesterOf<A extends Access, Kind extends Credential['kind'] = 'session'> = A['who'] extends 'anyone'
  ? undefined
  : Kind extends 'api-key'
    ? KeyRequester
    : A['who'] extends 'entrant' | 'visitor'
      ? Requester
      : MemberRequester;

export interface Input<Params, Query, Body, A extends Access, Kind extends Credential['kind'] = 'session'> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** Within the route's limit. @throws CatalogueError upload_interrupted, `tooLarge` */
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly requester: RequesterOf<A, Kind>;
  readonly request: HttpRequest;
  readonly reply: HttpReply;
}

export interface Received {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly requester: Requester | KeyRequester | undefined;
  /** @throws CatalogueError proof_required */
  readonly requireProof: () => Promise<void>;
  readonly request: HttpRequest;
  readonly reply: HttpReply;
}

export interface Route {
  readonly contract: Contract;
  /** Whether pages of any origin may call it, as far as the preflight shows. */
  readonly mayShare?: (request: HttpRequest) => boolean;
  readonly handle: (received: Received) => Promise<unknown>;
}

export function route<Params, Query, Body, A extends Access, Kind extends Credential['kind']>(
  contract: Contract<Params, Query, Body, A, Kind>,
  handler: (input: Input<Params, Query, Body, A, Kind>) => Promise<unknown>,
): Route {
  const { params, paramsError, query, body } = contract;
  return {
    contract,
    async handle(received) {
      refuseIgnored(contract, received.query);
      const input = {
        params: parse(params, received.params, paramsError ?? 'validation_failed'),
        query: parse(query, received.query, 'validation_failed'),
        // Generated Java clients send `null` for a missing body.
        body: parse(takesBytes(body) ? undefined : body, received.body ?? undefined, 'validation_failed'),
      };
      if (contract.needsProof?.(input.body) === true) await received.requireProof();
      return handler({
        ...received,
        ...input,
        requester: received.requester as RequesterOf<A, Kind>,
      });
    },
  };
}

/**
 * Some clients write `limit[]=1`, or `page_size` for `limit`: ignored, it would answer another question. Addresses
 * outside the public API also carry marks of campaigns.
 */
function refuseIgnored({ query, credentials, errorForm }: Contract, given: unknown): void {
  if (query === undefined) return;
  const names = Object.keys(given ?? {});
  const inBrackets = names.find((name) => /^\w+\[.*\]$/.test(name));
  if (inBrackets !== undefined) refuseName(inBrackets, 'Send this name without brackets');
  if (!credentials.includes('api-key') || errorForm !== undefined || !(query instanceof z.ZodObject)) return;
  const unknown = names.find((name) => !Object.hasOwn(query.shape, name));
  if (unknown !== undefined) refuseName(unknown, 'There is no parameter of this name');
}

function refuseName(name: string, message: string): never {
  throw new CatalogueError('validation_failed', { validationErrors: { [name]: message } });
}

export const takesBytes = (body: Contract['body']): body is BytesBody => body !== undefined && 'maxBytes' in body;

/** @throws CatalogueError `code`, with a message for each field */
export function parse<T>(schema: z.ZodType<T> | undefined, given: unknown, code: ErrorCode): T {
  // Without a schema no handler reads the value.
  if (schema === undefined) return undefined as T;
  const parsed = schema.safeParse(given);
  const unseen = parsed.success ? findUnstorable(parsed.data) : undefined;
  if (parsed.success && unseen === undefined) return parsed.data;
  if (errorCatalogue[code].status === 404) throw new CatalogueError(code);
  const validationErrors = parsed.success ? { [unseen?.join('.') || 'body']: UNSEEN } : messagesByField(parsed.error);
  throw new CatalogueError(code, { validationErrors, cause: parsed.error });
}

/** First message of each field; `body` stands for the whole. */
function messagesByField(error: z.ZodError): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const { path, message } of error.issues) messages[path.join('.') || 'body'] ??= message;
  return messages;
}
