import type * as cli from '@clearcut/platform/cli/command';
import type { Config } from '@clearcut/platform/config/config';
import type { RegistryEntry } from '../models/registry.ts';
import type { Terminal } from './terminal.ts';

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
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

export type Command = cli.Command<CommandContext, Options>;
