import type { Command } from './command.ts';
import { evaluateCommand } from './evaluate-command.ts';
import { installCommand, removeCommand } from './install-commands.ts';
import { measureCommand } from './measure-command.ts';
import { listCommand, useCommand, verifyCommand } from './model-commands.ts';

export const commands: readonly Command[] = [
  listCommand,
  installCommand,
  useCommand,
  verifyCommand,
  measureCommand,
  removeCommand,
  evaluateCommand,
];
