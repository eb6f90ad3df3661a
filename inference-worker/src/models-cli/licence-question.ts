import { UsageError } from '@clearcut/platform/cli/command';
import type { CommandContext, Options } from './command.ts';
import type { Installation } from './install.ts';
import { paragraph, size } from './text.ts';

export function describe({ entry, acceptance, bytes }: Installation): string {
  const { licence, sha256, address } = acceptance;
  return [
    '',
    `${entry.name}: ${entry.title}${bytes === undefined ? '' : ` (${size(bytes)})`}`,
    '',
    paragraph('Licence', `${licence.name}, ${licence.address}`),
    paragraph('', licence.summary),
    paragraph('Commercial use', licence.commercialUse),
    paragraph('Trained on', licence.trainingData),
    paragraph('Comes from', address),
    paragraph('SHA-256', sha256),
    '',
  ].join('\n');
}

/**
 * Needs a typed yes, or the flag.
 * @throws UsageError without a terminal; Error for a no
 */
export async function askForLicence(
  text: string,
  { terminal, signal }: Pick<CommandContext, 'terminal' | 'signal'>,
  options: Options,
): Promise<void> {
  terminal.say(text);
  if (options['accept-licence'] === true) return;
  if (!terminal.isInteractive) {
    throw new UsageError('There is no terminal to accept the licence at. Once you have read it, add --accept-licence.');
  }
  const answer = await terminal.ask('Do you accept these terms? Type yes to go on: ', signal);
  if (answer.trim().toLowerCase() !== 'yes') throw new Error('The licence was not accepted; nothing was changed.');
}
