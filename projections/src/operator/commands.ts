import type { MessageBus } from '@clearcut/platform/message-bus/port';
import type { FollowerContext } from '../read-model.ts';
import { readModels } from '../read-models.ts';
import { rebuildReadModel } from '../rebuild.ts';

/** What a command has to say: `text` for a person, `json` for a program. */
export interface Answer {
  readonly text: string;
  readonly json: unknown;
}

export type OperatorContext = FollowerContext & { readonly messageBus: MessageBus };

export interface Command {
  readonly name: string;
  /** Names of the arguments, all of them needed. */
  readonly parameters: readonly string[];
  readonly summary: string;
  /** @throws UsageError for an argument that names nothing; any other error is a failure of the work itself. */
  run(args: readonly string[], context: OperatorContext): Promise<Answer>;
}

/** The command was called wrongly: the message says how to call it. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** The operator's commands. All of them work beside the running product. */
export const commands: readonly Command[] = [
  {
    name: 'rebuild',
    parameters: ['read-model'],
    summary: 'Fill a read model again from the first event, then put it in the place of the one that serves.',
    async run([name], context) {
      const model = readModels.find((candidate) => candidate.name === name);
      if (model === undefined) {
        throw new UsageError(
          `There is no read model "${name}". There are: ${readModels.map((known) => known.name).join(', ')}`,
        );
      }
      const report = await rebuildReadModel(model, context);
      return {
        text: `Read model ${report.readModel} rebuilt from ${report.events} events in ${report.milliseconds} ms`,
        json: report,
      };
    },
  },
  {
    name: 'dead-letters',
    parameters: [],
    summary: 'List the messages that were given up after all their attempts.',
    async run(_args, { messageBus }) {
      const letters = await messageBus.deadLetters();
      const lines = letters.map(
        ({ topic, id, attempts, diedAt, error }) =>
          `${topic} ${id}: given up ${diedAt.toISOString()} after ${attempts} attempts: ${error}`,
      );
      return { text: lines.length === 0 ? 'No dead letters' : lines.join('\n'), json: letters };
    },
  },
  {
    name: 'redrive',
    parameters: ['topic', 'id'],
    summary: 'Put a dead letter back to be worked on, with a fresh count of attempts.',
    async run([topic = '', id = ''], { messageBus }) {
      if (!(await messageBus.redrive(topic, id))) throw new Error(`There is no dead letter ${id} on ${topic}`);
      return { text: `Message ${id} waits on ${topic} again`, json: { topic, id, redriven: true } };
    },
  },
];

export function usage(): string {
  const lines = commands.map(({ name, parameters, summary }) => {
    const call = [name, ...parameters.map((parameter) => `<${parameter}>`)].join(' ');
    return `  ${call.padEnd(24)} ${summary}`;
  });
  return ['Usage: npm run operator -- <command> [--json]', '', ...lines].join('\n');
}

/** The command that `words` call, and its arguments. @throws UsageError */
export function findCommand(words: readonly string[]): { command: Command; args: readonly string[] } {
  const [name, ...args] = words;
  if (name === undefined) throw new UsageError(usage());
  const command = commands.find((candidate) => candidate.name === name);
  if (command === undefined) throw new UsageError(`There is no command "${name}".\n\n${usage()}`);
  if (args.length !== command.parameters.length) {
    throw new UsageError(`${name} takes ${command.parameters.length} arguments, not ${args.length}.\n\n${usage()}`);
  }
  return { command, args };
}
