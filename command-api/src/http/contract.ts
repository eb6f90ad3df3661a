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
  readonly schema?: z.ZodType;
  readonly mediaTypes?: readonly string[];
  /** Next calls by `operationId`, with path parameters as OpenAPI runtime expressions. */
  readonly links?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/**
 * `anyone` is not checked, `entrant` logs in or out, `visitor` may be logged in but not with an ended login, `user` is
 * logged in, `admin` of their team, `staff` of the installation, with one of the `roles` and a second factor. Limited
 * members need one of the `sections`.
 */
export type Access =
  | { readonly who: 'anyone' | 'entrant' | 'admin' }
  | { readonly who: 'staff'; readonly roles: readonly StaffRole[] }
  | { readonly who: 'visitor' | 'user'; readonly sections?: readonly PermissionSection[] };

type RequesterOf<A extends Access, Kind extends Credential['kind'] = 'session'> = A['who'] extends 'anyone'
  ? undefined
  : Kind extends 'api-key'
    ? KeyRequester
    : A['who'] extends 'entrant' | 'visitor'
      ? Requester
      : MemberRequester;

export interface BytesBody {
  readonly maxBytes: number;
  readonly tooLarge: ErrorCode;
  /** Documented shape by media type; a file by default. */
  readonly forms?: Readonly<Record<string, z.ZodType>>;
}

/** Single source for parsing, answers and documentation of a route. */
export interface Contract<
  Params = unknown,
  Query = unknown,
  Body = unknown,
  A extends Access = Access,
  Kind extends Credential['kind'] = Credential['kind'],
> {
  readonly method: Method;
  /** Parameters are `:name`. A trailing slash is documentation only; both forms answer. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** Name in generated clients; defaults to method and path. */
  readonly operationId?: string;
  /** Section of the documentation; defaults to the path's first word. */
  readonly tag?: string;
  /** Accepted credentials. None is needed where `access` admits visitors. */
  readonly credentials: readonly Kind[];
  /** Open to members who still have to set up a required second factor. */
  readonly beforeSecondFactor?: boolean;
  readonly scope?: KeyScope;
  /** A GET with side effects, guarded against forgery like other methods (`csrf.ts`). */
  readonly isUnsafe?: boolean;
  readonly access: A;
  /** A read of staff whose handler writes the line of the staff log itself (`support/trail.ts`). */
  readonly leavesLine?: true;
  /**
   * Whether a call needs a recent proof of ownership (docs/product.md, Accounts), as for what could lock the owner out.
   */
  needsProof?(this: void, body: Body): boolean;
  readonly params?: z.ZodType<Params>;
  /** Code for a malformed path parameter: an impossible id is one that does not exist. */
  readonly paramsError?: ErrorCode;
  readonly query?: z.ZodType<Query>;
  /** Schema of JSON, or bytes. Without it a body is read and ignored. */
  readonly body?: z.ZodType<Body> | BytesBody;
  readonly idempotent?: boolean;
  readonly waits?: boolean;
  readonly isUpload?: boolean;
  readonly answers: Readonly<Record<number, Answer>>;
  readonly errors: readonly ErrorCode[];
  readonly errorForm?: ErrorForm;
}

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
      const input = {
        params: parse(params, received.params, paramsError ?? 'validation_failed'),
        query: parse(query, received.query, 'validation_failed'),
        body: parse(takesBytes(body) ? undefined : body, received.body, 'validation_failed'),
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
