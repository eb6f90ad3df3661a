import { ConfigError } from '../config/config.ts';
import { isStorageFull } from '../storage-full.ts';
import { type Answer, type Program, UsageError } from './command.ts';
import { parseCall, usage } from './parse-call.ts';

/** Exit code 0: done; 1: failed or found something bad; 2: usage error. */
export async function runProgram<Context, Options>(
  program: Program<Context, Options>,
  withContext: (work: (context: Context) => Promise<Answer>, interrupted: AbortSignal) => Promise<Answer>,
): Promise<void> {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => interrupted.abort(new Error(`Stopped by ${signal}`)));
  }
  try {
    const { command, args, options, isJson } = parseCall(program, process.argv.slice(2));
    const answer: Answer =
      command === undefined
        ? { text: usage(program), json: usage(program) }
        : await withContext((context) => command.run(args, context, options), interrupted.signal);
    process.stdout.write(`${isJson ? JSON.stringify(answer.json) : answer.text}\n`);
    if (answer.isBad === true) process.exitCode = 1;
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = error instanceof UsageError || error instanceof ConfigError ? 2 : 1;
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // The system names its call and, of a copy, the source too.
  if (!('syscall' in error) || !isStorageFull(error)) return error.message;
  const { dest, path } = error as NodeJS.ErrnoException & { readonly dest?: string };
  const place = dest ?? path;
  return `The disk is full${place === undefined ? '' : `: ${place} could not be written`}. Make room, then try again.`;
}
