import { parseArgs } from 'node:util';
import { type Command, type Options, UsageError } from './command.ts';
import { commands } from './commands.ts';

export interface Call {
  readonly command: Command;
  readonly args: readonly string[];
  readonly options: Options;
  readonly isJson: boolean;
}

export function usage(): string {
  const lines = commands.flatMap(({ call, summary }) => [`  ${call}`, `      ${summary}`]);
  return ['Usage: npm run models -- <command> [--json]', '', ...lines].join('\n');
}

/** The command that `words` call, with its arguments and options. @throws UsageError */
export function parseCall(words: readonly string[]): Call | 'help' {
  const { help, json: isJson, name, args, options } = parse(words);
  if (help) return 'help';
  if (name === undefined) throw new UsageError(usage());
  const command = commands.find((candidate) => candidate.name === name);
  if (command === undefined) throw new UsageError(`There is no command "${name}".\n\n${usage()}`);
  const [fewest, most] = command.takes;
  const other = Object.keys(options).find((option) => !command.options.some((known) => known === option));
  if (args.length < fewest || args.length > most || other !== undefined) {
    const wrong = other === undefined ? `${args.length} ${args.length === 1 ? 'argument' : 'arguments'}` : `--${other}`;
    throw new UsageError(`${name} does not take ${wrong}. It is called: npm run models -- ${command.call}`);
  }
  return { command, args, options, isJson };
}

function parse(words: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        help: flag,
        json: flag,
        from: text,
        sha256: text,
        'accept-licence': flag,
        images: text,
        masks: text,
        model: text,
        against: text,
        sheet: text,
        limit: text,
      },
    });
    const { help = false, json = false, ...options } = values;
    const [name, ...args] = positionals;
    return { help, json, name, args, options };
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${usage()}`);
  }
}
