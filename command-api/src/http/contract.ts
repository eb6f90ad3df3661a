import { CatalogueError, errorCatalogue, type ErrorCode } from '@clearcut/schemas/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Answer {
  readonly description: string;
  /** Of a JSON body. */
  readonly schema?: z.ZodType;
  /** Of a body that is not JSON. */
  readonly mediaTypes?: readonly string[];
}

/** A route as outside programs know it: what is parsed, what is answered and what is documented come from this one object. */
export interface Contract<Params = unknown, Query = unknown, Body = unknown> {
  readonly method: Method;
  /** As in the SPEC, with its trailing slash; both forms answer. Parameters are `:name`. */
  readonly path: `/${string}`;
  readonly summary: string;
  /**
   * `client-id`: needs the header, as unsafe methods do (CSRF); `either`: needs the header or the session cookie, since
   * pictures and event streams of a page cannot send headers.
   */
  readonly credentials: 'none' | 'either' | 'client-id';
  readonly params?: z.ZodType<Params>;
  /** What a malformed path parameter is answered with: to the client an id that cannot exist is one that does not. */
  readonly paramsError?: ErrorCode;
  readonly query?: z.ZodType<Query>;
  /** JSON, or raw bytes of any type. */
  readonly body?: z.ZodType<Body> | 'bytes';
  readonly bodyError?: ErrorCode;
  /** Honours Idempotency-Key. */
  readonly idempotent?: boolean;
  /** Counts against the uploads that one address may send in a minute. */
  readonly isUpload?: boolean;
  readonly answers: Readonly<Record<number, Answer>>;
  readonly errors: readonly ErrorCode[];
}

export interface Input<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface Route {
  readonly contract: Contract;
  readonly handle: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
}

/** Binds a contract to its handler, which is given what the contract's schemas made of the request. */
export function route<Params, Query, Body>(
  contract: Contract<Params, Query, Body>,
  handler: (input: Input<Params, Query, Body>) => Promise<unknown>,
): Route {
  const { params, paramsError, query, body, bodyError } = contract;
  return {
    contract,
    async handle(request, reply) {
      return handler({
        params: parse(params, request.params, paramsError ?? 'validation_failed'),
        query: parse(query, request.query, 'validation_failed'),
        body: parse(body === 'bytes' ? undefined : body, request.body, bodyError ?? 'validation_failed'),
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
