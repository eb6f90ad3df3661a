import type { MessageBus } from '@clearcut/platform/message-bus/port';
import type { FollowerContext } from '@clearcut/projections/read-model';

/** What a command has to say: `text` for a person, `json` for a program. */
export interface Answer {
  readonly text: string;
  readonly json: unknown;
  /** The command did its work and found something wrong: exit code 1, the answer all the same. */
  readonly wrong?: boolean;
}

export type OperatorContext = FollowerContext & { readonly messageBus: MessageBus };

export interface Command {
  readonly name: string;
  /** Names of the arguments, all of them needed. */
  readonly parameters: readonly string[];
  /** Name and placeholder of each option that takes a value, for example `{ key: 'text' }` for `--key <text>`. */
  readonly options?: Readonly<Record<string, string>>;
  readonly summary: string;
  /** @throws UsageError for an argument that names nothing; any other error is a failure of the work itself. */
  run(args: readonly string[], context: OperatorContext, options: Options): Promise<Answer>;
}

/** Options as they were given, by name. */
export type Options = Readonly<Record<string, string | undefined>>;

/** The command was called wrongly: the message says how to call it. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}
