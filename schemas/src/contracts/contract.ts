import type { z } from 'zod';
import type { KeyScope } from '../api-keys/rights.ts';
import type { CatalogueError, ErrorCode } from '../errors.ts';
import type { StaffRole } from '../support/staff-roles.ts';
import type { PermissionSection } from '../team/permissions.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Answer {
  readonly description: string;
  readonly schema?: z.ZodType;
  readonly mediaTypes?: readonly string[];
  /** Next calls by `operationId`, with path parameters as OpenAPI runtime expressions. */
  readonly links?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/**
 * `anyone` is not checked, `entrant` may have a login, `visitor` may be logged in but not with an ended login, `user` is
 * logged in, `admin` of their team, `staff` of the installation, with one of the `roles` and a second factor. Limited
 * members need one of the `sections`.
 */
export type Access =
  | { readonly who: 'anyone' | 'entrant' | 'admin' }
  | { readonly who: 'staff'; readonly roles: readonly StaffRole[] }
  | { readonly who: 'visitor' | 'user'; readonly sections?: readonly PermissionSection[] };

export interface BytesBody {
  readonly maxBytes: number;
  readonly tooLarge: ErrorCode;
  /** Documented shape by media type; a file by default. */
  readonly forms?: Readonly<Record<string, z.ZodType>>;
}

type CredentialKind = 'session' | 'api-key';

/** Answer in another service's form. */
export type ErrorForm = (
  error: CatalogueError,
  requestId: string,
) => { readonly status: number; readonly body: unknown };

/** Single source for parsing, answers and documentation of a route. */
export interface Contract<
  Params = unknown,
  Query = unknown,
  Body = unknown,
  A extends Access = Access,
  Kind extends CredentialKind = CredentialKind,
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
  /** A read by staff whose handler writes the staff log's line (`support/trail.ts`). */
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
  /** Limits a caller's changes. Default: those of members, except pictures. */
  readonly isCounted?: boolean;
  /** `cache-control` of its answers; errors are `no-store`, files say their own. */
  readonly cache?: 'no-store' | 'private, no-store' | 'private, no-cache';
  readonly answers: Readonly<Record<number, Answer>>;
  readonly errors: readonly ErrorCode[];
  readonly errorForm?: ErrorForm;
  /** Body of `errorForm`. */
  readonly errorSchema?: z.ZodType;
}
