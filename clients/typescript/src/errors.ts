export class ClearcutError extends Error {
  /** 0 without an answer. */
  readonly status: number;
  /** Catalogue code, or `unreachable` without an answer. */
  readonly code: string;
  /** Undefined for answers that are not Clearcut's. */
  readonly errorId: string | undefined;
  /** First message by field. */
  readonly validationErrors: Readonly<Record<string, string>>;

  constructor(
    message: string,
    facts: {
      readonly status: number;
      readonly code: string;
      readonly errorId?: string | undefined;
      readonly validationErrors?: Readonly<Record<string, string>> | undefined;
      readonly cause?: unknown;
    },
  ) {
    super(message, { cause: facts.cause });
    this.name = 'ClearcutError';
    this.status = facts.status;
    this.code = facts.code;
    this.errorId = facts.errorId;
    this.validationErrors = facts.validationErrors ?? {};
  }
}

export const unexpected = (status: number): ClearcutError =>
  new ClearcutError("The answer is not Clearcut's: does baseUrl name its server?", { status, code: 'unexpected' });

export async function errorOf(answer: Response): Promise<ClearcutError> {
  const text = await answer.text().catch(() => '');
  let body: { message?: string; errorCode?: string; uuid?: string; validation_errors?: Record<string, string> } = {};
  try {
    body = (JSON.parse(text) as typeof body | null) ?? {};
  } catch {
    // Not Clearcut's.
  }
  return new ClearcutError(body.message ?? `The server answered ${answer.status}`, {
    status: answer.status,
    code: body.errorCode ?? 'unexpected',
    errorId: body.uuid,
    validationErrors: body.validation_errors,
  });
}
