/** An answer of the server that is no success, or no answer at all. */
export class ClearcutError extends Error {
  /** 0 where no answer came. */
  readonly status: number;
  /** From the server's catalogue, such as `no_credits`; `unreachable` where no answer came. */
  readonly code: string;
  /** By which the operator finds what happened; undefined where the answer was not of a Clearcut server. */
  readonly errorId: string | undefined;
  /** The first message of each field that was refused. */
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

/** The error that an answer tells. A proxy between may have answered something else. */
export async function errorOf(answer: Response): Promise<ClearcutError> {
  const text = await answer.text().catch(() => '');
  let body: { message?: string; errorCode?: string; uuid?: string; validation_errors?: Record<string, string> } = {};
  try {
    body = JSON.parse(text) as typeof body;
  } catch {
    // Not of a Clearcut server.
  }
  return new ClearcutError(body.message ?? `The server answered ${answer.status}`, {
    status: answer.status,
    code: body.errorCode ?? 'unexpected',
    errorId: body.uuid,
    validationErrors: body.validation_errors,
  });
}
