import { parseArgs } from 'node:util';
import { type Command, type Program, UsageError } from './command.ts';

interface Call<Context, Options> {
  readonly command: Command<Context, Options> | undefined;
  readonly args: readonly string[];
  readonly options: Options;
  readonly isJson: boolean;
}

export function usage<Context, Options>({ prefix, commands }: Program<Context, Options>): string {
  const lines = commands.flatMap(({ call, summary }) => [`  ${call}`, `      ${summary}`]);
  return [`Usage: ${prefix} <command> [--json]`, '', ...lines].join('\n');
}

/** @throws UsageError */
export function parseCall<Context, Options>(
  program: Program<Context, Options>,
  words: readonly string[],
): Call<Context, Options> {
  const { positionals, values } = parse(program, words);
  const [name, ...args] = positionals;
  const { help, json, ...options } = values;
  const given = { args, options: options as Options, isJson: json === true };
  if (help === true) return { command: undefined, ...given };
  if (name === undefined) throw new UsageError(usage(program));
  const command = program.commands.find(({ call }) => declarationOf(call).name === name);
  if (command === undefined) throw wrongly(program, `There is no command "${name}".`);
  const declared = declarationOf(command.call);
  const stray = Object.keys(options).find((option) => !(option in declared.options));
  if (args.length < declared.fewest || args.length > declared.most || stray !== undefined) {
    const wrong = stray === undefined ? `${args.length} ${args.length === 1 ? 'argument' : 'arguments'}` : `--${stray}`;
    throw new UsageError(`${name} does not take ${wrong}. It is called: ${program.prefix} ${command.call}`);
  }
  const inLowerCase = args.map((arg, index) => (declared.args[index] === 'id' ? arg.toLowerCase() : arg));
  return { command, ...given, args: inLowerCase };
}

function wrongly<Context, Options>(program: Program<Context, Options>, complaint: string): UsageError {
  return new UsageError(`${complaint}\n\n${usage(program)}`);
}

function parse<Context, Options>(program: Program<Context, Options>, words: readonly string[]) {
  const flag = { type: 'boolean' } as const;
  const options = Object.fromEntries(
    program.commands.flatMap(({ call }) => Object.entries(declarationOf(call).options)),
  );
  try {
    const given = parseArgs({
      args: [...words],
      allowPositionals: true,
      tokens: true,
      options: { ...options, help: flag, json: flag },
    });
    refuseRepeats(given.tokens);
    return given;
  } catch (error) {
    throw wrongly(program, error instanceof Error ? error.message : String(error));
  }
}

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number];

/** Only the last value would count. */
function refuseRepeats(tokens: readonly Token[]): void {
  const names = tokens.flatMap((token) => (token.kind === 'option' && token.value !== undefined ? [token.name] : []));
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated !== undefined) throw new UsageError(`--${repeated} is given twice.`);
}

function declarationOf(call: string) {
  const option = /\[?--([\w-]+)( <[^>]+>)?\]?/g;
  const [name, ...args] = call.replaceAll(option, '').trim().split(/\s+/);
  const options = [...call.matchAll(option)].map(
    ([, key = '', value]) => [key, { type: value === undefined ? 'boolean' : 'string' } as const] as const,
  );
  return {
    name,
    args: args.map((arg) => arg.slice(1, -1)),
    fewest: args.filter((arg) => arg.startsWith('<')).length,
    most: args.length,
    options: Object.fromEntries(options),
  };
}
