import { CatalogueError, errorCatalogue, type ErrorCode } from '@clearcut/schemas/errors';
import type { PermissionSection } from '@clearcut/schemas/team/permissions';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Requester, UserRequester } from '../kernel/requester.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Answer {
  readonly description: string;
  /** Of a JSON body. */
  readonly schema?: z.ZodType;
  /** Of a body that is not JSON. */
  readonly mediaTypes?: readonly string[];
}

/**
 * Who may call a route: `anyone` (nobody asks who it is), `entrant` (comes in or goes out, whoever they were before), `visitor` (logged
 * in or not, but not with a login that has ended), `user` (logged in), `admin` (of their team), `staff` (of the installation). A logged-in
 * limited member needs one of the `sections`, where there are any.
 */
export type Access =
  | { readonly who: 'anyone' | 'entrant' | 'admin' | 'staff' }
  | { readonly who: 'visitor' | 'user'; readonly sections?: readonly PermissionSection[] };

/** What is known of who calls, once the route's guard has let them in. */
export type RequesterOf<A extends Access> = A['who'] extends 'anyone'
  ? undefined
  : A['who'] extends 'entrant' | 'visitor'
    ? Requester
    : UserRequester;

/** A route as outside programs know it: what is parsed, what is answered and what is documented come from this one object. */
export interface Contract<Params = unknown, Query = unknown, Body = unknown, A extends Access = Access> {
  readonly method: Method;
  /** As in the SPEC, with its trailing slash; both forms answer. Parameters are `:name`. */
  readonly path: `/${string}`;
  readonly summary: string;
  /**
   * `client-id`: needs the header, as unsafe methods do (CSRF); `either`: needs the header or the session cookie, since
   * pictures and event streams of a page cannot send headers.
   */
  readonly credentials: 'none' | 'either' | 'client-id';
  readonly access: A;
  readonly params?: z.ZodType<Params>;
  /** What a malformed path parameter is answered with: to the client an id that cannot exist is one that does not. */
  readonly paramsError?: ErrorCode;
  readonly query?: z.ZodType<Query>;
  /** JSON, or raw bytes of any type. */
  readonly body?: z.ZodType<Body> | 'bytes';
  /** Honours Idempotency-Key. */
  readonly idempotent?: boolean;
  /** Counts against the uploads that one address may send in a minute. */
  readonly isUpload?: boolean;
  readonly answers: Readonly<Record<number, Answer>>;
  readonly errors: readonly ErrorCode[];
}

export interface Input<Params, Query, Body, A extends Access> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly requester: RequesterOf<A>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface Route {
  readonly contract: Contract;
  /** `requester` is whom the guard let in. */
  readonly handle: (request: FastifyRequest, reply: FastifyReply, requester: Requester | undefined) => Promise<unknown>;
}

/** Binds a contract to its handler, which is given what the contract's schemas made of the request. */
export function route<Params, Query, Body, A extends Access>(
  contract: Contract<Params, Query, Body, A>,
  handler: (input: Input<Params, Query, Body, A>) => Promise<unknown>,
): Route {
  const { params, paramsError, query, body } = contract;
  return {
    contract,
    async handle(request, reply, requester) {
      return handler({
        params: parse(params, request.params, paramsError ?? 'validation_failed'),
        query: parse(query, request.query, 'validation_failed'),
        body: parse(body === 'bytes' ? undefined : body, request.body, 'validation_failed'),
        // The guard refuses everybody else.
        requester: requester as RequesterOf<A>,
        request,
        reply,
      });
    },
  };
}

function parse<T>(schema: z.ZodType<T> | undefined, given: unknown, code: ErrorCode): T {
  // Without a schema the type is unknown, and nobody reads it.
  if (schema === undefined) return undefined as T;
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  // What is not found is not explained.
  if (errorCatalogue[code].status === 404) throw new CatalogueError(code);
  throw new CatalogueError(code, { validationErrors: messagesByField(parsed.error), cause: parsed.error });
}

/** The first message of each field; `body` stands for the whole. */
function messagesByField(error: z.ZodError): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const { path, message } of error.issues) messages[path.join('.') || 'body'] ??= message;
  return messages;
}
