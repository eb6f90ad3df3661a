import { CatalogueError, errorCatalogue, type ErrorCode } from '@clearcut/schemas/errors';
import type { KeyScope } from '@clearcut/schemas/api-keys/rights';
import type { StaffRole } from '@clearcut/schemas/support/staff-roles';
import type { PermissionSection } from '@clearcut/schemas/team/permissions';
import { findUnstorable, UNSEEN } from '@clearcut/schemas/text/characters';
import type { z } from 'zod';
import type { Credential, KeyRequester, MemberRequester, Requester } from '../kernel/requester.ts';
import type { ErrorForm } from './errors.ts';
import type { HttpReply, HttpRequest } from './message.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Answer {
  readonly description: string;
  /** Of a JSON body. */
  readonly schema?: z.ZodType;
  /** Of a body that is not JSON. */
  readonly mediaTypes?: readonly string[];
  /** What can be called next, by `operationId`, with its path parameters as OpenAPI's runtime expressions. */
  readonly links?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/**
 * Who may call a route: `anyone` (the route does not ask), `entrant` (logs in or out, logged in before or not), `visitor` (logged in or
 * not, but not with a login that has ended), `user` (logged in), `admin` (of their team), `staff` (of the installation, with one of the
 * `roles` and a second factor). A logged-in limited member needs one of the `sections`, where there are any.
 */
export type Access =
  | { readonly who: 'anyone' | 'entrant' | 'admin' }
  | { readonly who: 'staff'; readonly roles: readonly StaffRole[] }
  | { readonly who: 'visitor' | 'user'; readonly sections?: readonly PermissionSection[] };

/** What is known of the sender once the route's guard has let the request in. */
type RequesterOf<A extends Access, Kind extends Credential['kind'] = 'session'> = A['who'] extends 'anyone'
  ? undefined
  : Kind extends 'api-key'
    ? KeyRequester
    : A['who'] extends 'entrant' | 'visitor'
      ? Requester
      : MemberRequester;

/** A body that is handed on as it arrives, whatever its type. */
export interface BytesBody {
  readonly maxBytes: number;
  /** What a longer body is refused with. */
  readonly tooLarge: ErrorCode;
  /** What it is made of, by media type, for the documentation. Without it, it is a file. */
  readonly forms?: Readonly<Record<string, z.ZodType>>;
}

/** A route as outside programs know it: what is parsed, what is answered and what is documented come from this one object. */
export interface Contract<
  Params = unknown,
  Query = unknown,
  Body = unknown,
  A extends Access = Access,
  Kind extends Credential['kind'] = Credential['kind'],
> {
  readonly method: Method;
  /** With its trailing slash where it is documented with one; both forms answer. Parameters are `:name`. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** Its name in generated clients. Without one it is made of method and path. */
  readonly operationId?: string;
  /** The section of the documentation that it stands in. Without one it is made of the path. */
  readonly tag?: string;
  /** The credentials that the route takes: sessions or API keys. It may be called without any where `access` lets visitors in. */
  readonly credentials: readonly Kind[];
  /** Let in to members of a team that asks for a second factor before they have set one up. */
  readonly beforeSecondFactor?: boolean;
  /** What an API key has to be allowed to do. */
  readonly scope?: KeyScope;
  /** A GET that changes something, and is guarded against other sites as the other methods are (`csrf.ts`). */
  readonly isUnsafe?: boolean;
  readonly access: A;
  /** A read of staff whose handler writes the line of the staff log itself (`support/trail.ts`). */
  readonly leavesLine?: true;
  /**
   * Whether a call needs a proof of the owner that is a few minutes old at most (docs/product.md, Accounts): what would lock the owner out, or
   * let another person in for good. A browser that was left open is not enough.
   */
  needsProof?(this: void, body: Body): boolean;
  readonly params?: z.ZodType<Params>;
  /** What a malformed path parameter is answered with: to the client an id that cannot exist is one that does not. */
  readonly paramsError?: ErrorCode;
  readonly query?: z.ZodType<Query>;
  /** JSON that the schema takes, or bytes. Without it a body is taken in and ignored. */
  readonly body?: z.ZodType<Body> | BytesBody;
  /** Honours Idempotency-Key. */
  readonly idempotent?: boolean;
  /** Honours `Prefer: wait` and `respond-async`. */
  readonly waits?: boolean;
  /** Counts against the uploads that one address may send in a minute. */
  readonly isUpload?: boolean;
  /** By status. The first one is the status of an answer whose handler sets none. */
  readonly answers: Readonly<Record<number, Answer>>;
  readonly errors: readonly ErrorCode[];
  /** How errors are said, where another service's clients read them. Default: as everywhere. */
  readonly errorForm?: ErrorForm;
}

export interface Input<Params, Query, Body, A extends Access, Kind extends Credential['kind'] = 'session'> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The body of a route that takes bytes, within its limit, as it arrives. @throws CatalogueError upload_interrupted, `tooLarge` */
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly requester: RequesterOf<A, Kind>;
  readonly request: HttpRequest;
  readonly reply: HttpReply;
}

/** What has been received for a handler, before the contract's schemas have seen it. */
export interface Received {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** The sender that the guard let in. */
  readonly requester: Requester | KeyRequester | undefined;
  /** @throws CatalogueError proof_required */
  readonly requireProof: () => Promise<void>;
  readonly request: HttpRequest;
  readonly reply: HttpReply;
}

export interface Route {
  readonly contract: Contract;
  /** Whether pages of any origin may call it, so far as one can tell before they do. */
  readonly mayShare?: (request: HttpRequest) => boolean;
  /** Returns the body of the answer; see `HttpReply`. */
  readonly handle: (received: Received) => Promise<unknown>;
}

/** Binds a contract to its handler, which is given what the contract's schemas made of the request. */
export function route<Params, Query, Body, A extends Access, Kind extends Credential['kind']>(
  contract: Contract<Params, Query, Body, A, Kind>,
  handler: (input: Input<Params, Query, Body, A, Kind>) => Promise<unknown>,
): Route {
  const { params, paramsError, query, body } = contract;
  return {
    contract,
    async handle(received) {
      const input = {
        params: parse(params, received.params, paramsError ?? 'validation_failed'),
        query: parse(query, received.query, 'validation_failed'),
        body: parse(takesBytes(body) ? undefined : body, received.body, 'validation_failed'),
      };
      if (contract.needsProof?.(input.body) === true) await received.requireProof();
      return handler({
        ...received,
        ...input,
        // The guard has refused all others.
        requester: received.requester as RequesterOf<A, Kind>,
      });
    },
  };
}

export const takesBytes = (body: Contract['body']): body is BytesBody => body !== undefined && 'maxBytes' in body;

/** What a schema makes of what was given. @throws CatalogueError `code`, with a message for each field */
export function parse<T>(schema: z.ZodType<T> | undefined, given: unknown, code: ErrorCode): T {
  // Without a schema the type is unknown, and no handler reads the value.
  if (schema === undefined) return undefined as T;
  const parsed = schema.safeParse(given);
  const unseen = parsed.success ? findUnstorable(parsed.data) : undefined;
  if (parsed.success && unseen === undefined) return parsed.data;
  // What is not found is not explained.
  if (errorCatalogue[code].status === 404) throw new CatalogueError(code);
  const validationErrors = parsed.success ? { [unseen?.join('.') || 'body']: UNSEEN } : messagesByField(parsed.error);
  throw new CatalogueError(code, { validationErrors, cause: parsed.error });
}

/** The first message of each field; `body` stands for the whole. */
function messagesByField(error: z.ZodError): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const { path, message } of error.issues) messages[path.join('.') || 'body'] ??= message;
  return messages;
}
