import { parseArgs } from 'node:util';
import { type Command, type Options, UsageError } from './command.ts';
import { copyEvents } from './commands/copy-events.ts';
import { deadLetters } from './commands/dead-letters.ts';
import { grantCredits } from './commands/grant-credits.ts';
import { moveCheckpoints } from './commands/move-checkpoints.ts';
import { rebuild } from './commands/rebuild.ts';
import { redrive } from './commands/redrive.ts';
import { makeStaff, revokeStaff } from './commands/staff.ts';
import { verifyLedger } from './commands/verify-ledger.ts';
import { verifyReceipt } from './commands/verify-receipt.ts';

/** The operator's commands. All of them work beside the running product. */
export const commands: readonly Command[] = [
  grantCredits,
  verifyLedger,
  verifyReceipt,
  makeStaff,
  revokeStaff,
  rebuild,
  deadLetters,
  redrive,
  copyEvents,
  moveCheckpoints,
];

export interface Call {
  /** Undefined when only help was asked for. */
  readonly command: Command | undefined;
  readonly args: readonly string[];
  readonly options: Options;
  readonly json: boolean;
}

function callOf({ name, parameters, options = {} }: Command): string {
  return [
    name,
    ...parameters.map((parameter) => `<${parameter}>`),
    ...Object.entries(options).map(([option, value]) => `[--${option} <${value}>]`),
  ].join(' ');
}

export function usage(): string {
  const width = Math.max(...commands.map((command) => callOf(command).length));
  const lines = commands.map((command) => `  ${callOf(command).padEnd(width)}  ${command.summary}`);
  return ['Usage: npm run operator -- <command> [--json]', '', ...lines].join('\n');
}

const wrongly = (complaint: string): UsageError => new UsageError(`${complaint}\n\n${usage()}`);

/** What the words after `npm run operator --` ask for. @throws UsageError */
export function parseCall(words: readonly string[]): Call {
  const { positionals, values } = parse(words);
  const { json, help, ...options } = values;
  if (help === true) return { command: undefined, args: [], options: {}, json: json === true };
  const [name, ...args] = positionals;
  if (name === undefined) throw new UsageError(usage());
  const command = commands.find((candidate) => candidate.name === name);
  if (command === undefined) throw wrongly(`There is no command "${name}".`);
  if (args.length !== command.parameters.length) {
    const wrong = `${args.length} ${args.length === 1 ? 'argument' : 'arguments'}`;
    throw new UsageError(`${name} does not take ${wrong}. It is called: npm run operator -- ${callOf(command)}`);
  }
  const stray = Object.keys(options).find((option) => !(option in (command.options ?? {})));
  if (stray !== undefined) throw wrongly(`${name} has no option --${stray}.`);
  return { command, args, options, json: json === true };
}

function parse(words: readonly string[]) {
  const names = commands.flatMap(({ options = {} }) => Object.keys(options));
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        help: { type: 'boolean' },
        ...Object.fromEntries(names.map((name) => [name, { type: 'string' } as const])),
      },
    });
  } catch (error) {
    throw wrongly(error instanceof Error ? error.message : String(error));
  }
}
