/** What a command has to say: `text` for a person, `json` for a program. */
export interface Answer {
  readonly text: string;
  readonly json: unknown;
  /** The command did its work, and what it found is bad: exit code 1, the answer all the same. */
  readonly isBad?: boolean;
}

export interface Command<Context, Options> {
  /** How it is called, for example `verify [name] [--from <file>] [--quick]`. What it takes is read from here. */
  readonly call: string;
  readonly summary: string;
  /** @throws UsageError for a wrong call; any other error is a failure of the work itself. */
  run(args: readonly string[], context: Context, options: Options): Promise<Answer>;
}

/** Commands that are called in the same way. */
export interface Program<Context, Options> {
  /** What people type before the command. */
  readonly prefix: string;
  readonly commands: readonly Command<Context, Options>[];
}

/** The command was called wrongly: the message says how to call it. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}
