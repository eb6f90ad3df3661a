export interface Answer {
  readonly text: string;
  readonly json: unknown;
  /** Exits with 1 but still prints the answer. */
  readonly isBad?: boolean;
}

export interface Command<Context, Options> {
  /** `verify [name] [--from <file>] [--quick]`, parsed. An `<id>` arrives in lower case. */
  readonly call: string;
  readonly summary: string;
  /** @throws UsageError for a wrong call; other errors are failures of the work */
  run(args: readonly string[], context: Context, options: Options): Promise<Answer>;
}

export interface Program<Context, Options> {
  readonly prefix: string;
  readonly commands: readonly Command<Context, Options>[];
}

export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}
