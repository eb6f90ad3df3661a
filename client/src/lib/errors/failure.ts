import type { ErrorCode } from '@clearcut/schemas/errors';
import { errorText } from './error-text.ts';

export type ClientErrorCode =
  | 'generic'
  | 'network'
  | 'took_too_long'
  | 'transformed_missing'
  | 'upload_error'
  | 'example_missing'
  | 'stroke_not_made'
  | 'edit_refused';

export class Failure extends Error {
  /** The key of its text, if there is one; else shows `message`. */
  readonly code: ErrorCode | ClientErrorCode | (string & {});
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  /** Id in the server's log. */
  readonly errorId: string | undefined;
  /** Place in the queue, if the server named it. */
  readonly ahead: number | undefined;
  /** Empty when not about fields. */
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

/** Declined cards have separate codes. */
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

/** `text` is the body, JSON or not. */
export function failureOfAnswer(status: number, statusText: string, text: string): Failure {
  const body = parseJson(text);
  // A proxy's own error page means nothing to users.
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
