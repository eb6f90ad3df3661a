import type { ErrorCode } from '@clearcut/schemas/errors';
import { errorText } from './error-text.ts';

/** What can go wrong on this side of the wire. */
export type ClientErrorCode =
  | 'generic'
  | 'network'
  | 'took_too_long'
  | 'transformed_missing'
  | 'upload_error'
  | 'example_missing'
  | 'stroke_not_made'
  | 'edit_refused';

/** Something that went wrong, as the person is told about it. */
export class Failure extends Error {
  /** A code of the error catalogue or of this client: the key of its text. Anything else shows `message`. */
  readonly code: ErrorCode | ClientErrorCode | (string & {});
  /** HTTP status, 0 when no answer came. */
  readonly status: number;
  /** The error's id in the server's log; a person can quote it. */
  readonly errorId: string | undefined;
  /** How many are served before what was asked for, where the server said that it waits in a queue. */
  readonly ahead: number | undefined;
  /** What is wrong with which field, in the schemas' words; empty when it is not about fields. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(
    code: Failure['code'],
    options: {
      status?: number;
      message?: string | undefined;
      errorId?: string | undefined;
      ahead?: number | undefined;
      fields?: Readonly<Record<string, string>>;
      cause?: unknown;
    } = {},
  ) {
    super(options.message ?? '', { cause: options.cause });
    this.name = 'Failure';
    this.code = code;
    this.status = options.status ?? 0;
    this.errorId = options.errorId;
    this.ahead = options.ahead;
    this.fields = options.fields ?? {};
  }
}

const valueOf = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? (Reflect.get(body, name) as unknown) : undefined;

function field(body: unknown, name: string): string | undefined {
  const value = valueOf(body, name);
  return typeof value === 'string' ? value : undefined;
}

function aheadOf(body: unknown): number | undefined {
  const ahead = valueOf(valueOf(body, 'queue'), 'ahead');
  return typeof ahead === 'number' ? ahead : undefined;
}

/** A flag in the body says the same as status 402 without a code of its own: no credits are left. Cards that are declined have codes. */
const saysNoCredits = (status: number, body: unknown): boolean =>
  valueOf(body, 'no_credits') === true || (status === 402 && field(body, 'errorCode') === undefined);

function fieldsOf(body: unknown): Record<string, string> {
  if (typeof body !== 'object' || body === null || !('validation_errors' in body)) return {};
  const found = Object.entries(body.validation_errors ?? {}).map(([name, text]) => [name, String(text)]);
  return Object.fromEntries(found) as Record<string, string>;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The failure that an HTTP answer other than 2xx stands for. `text` is its body, JSON or not. */
export function failureOfAnswer(status: number, statusText: string, text: string): Failure {
  const body = parseJson(text);
  // A proxy whose server restarts answers with a page of its own, which says nothing to a person.
  const unsaid = status >= 502 && status <= 504 ? 'service_unavailable' : 'generic';
  const isWithoutCredits = saysNoCredits(status, body);
  return new Failure(isWithoutCredits ? 'no_credits' : (field(body, 'errorCode') ?? unsaid), {
    status: isWithoutCredits ? 402 : status,
    message: errorText(body, statusText),
    errorId: field(body, 'uuid'),
    ahead: aheadOf(body),
    fields: fieldsOf(body),
  });
}

export function toFailure(error: unknown): Failure {
  return error instanceof Failure ? error : new Failure('generic', { cause: error });
}
