import path from 'node:path';
import type { Config } from '@clearcut/platform/config/config';
import type { RegistryEntry } from '../models/registry.ts';
import type { Terminal } from './terminal.ts';

/** What a command has to say: `text` for a person, `json` for a program. */
export interface Answer {
  readonly text: string;
  readonly json: unknown;
  /** The command did its work, and what it found is bad: the exit code is 1. */
  readonly isBad?: boolean;
}

/** What follows `--`; each command takes some of them. */
export interface Options {
  readonly from?: string;
  readonly sha256?: string;
  readonly 'accept-licence'?: boolean;
  readonly images?: string;
  readonly masks?: string;
  readonly model?: string;
  readonly against?: string;
  readonly sheet?: string;
  readonly limit?: string;
}

export interface CommandContext {
  readonly config: Config;
  readonly registry: readonly RegistryEntry[];
  readonly options: Options;
  readonly terminal: Terminal;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

export interface Command {
  readonly name: string;
  /** How it is called, with all that it takes. */
  readonly call: string;
  readonly summary: string;
  /** Fewest and most arguments. */
  readonly takes: readonly [number, number];
  readonly options: readonly (keyof Options)[];
  /** @throws UsageError for a wrong call; any other error is a failure of the work itself. */
  run(args: readonly string[], context: CommandContext): Promise<Answer>;
}

/** The command was called wrongly: the message says how to call it. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** A path as the user meant it: npm runs commands in the project's folder, and says in INIT_CWD where it was called. */
export function callersPath(file: string): string {
  return path.resolve(process.env['INIT_CWD'] ?? process.cwd(), file);
}
