/** A command as printed in a document, with its continuation lines joined and its comment removed. */
export interface PrintedCommand {
  readonly document: string;
  readonly command: string;
}

/** Blocks of a shell, in which a command may continue after `\` or `|`. */
const BLOCK = /^```sh\n(.*?)^```/gms;
const CONTINUED = /\s*(?:\\|(\|))\n\s*/g;
const COMMENT = /(?:^|\s+)# .*$/;

export function commandsIn(document: string, text: string): PrintedCommand[] {
  return [...text.matchAll(BLOCK)].flatMap(([, block = '']) =>
    block
      .replaceAll(CONTINUED, (_, pipe: string | undefined) => (pipe === undefined ? ' ' : ' | '))
      .split('\n')
      .map((line) => line.replace(COMMENT, '').trim())
      .filter((command) => command !== '')
      .map((command) => ({ document, command })),
  );
}

/** Commands in backticks. */
export const commandsWithin = (text: string): string[] =>
  [...text.matchAll(/(?<!`)`((?:npm|npx|node) [^`\n]+)`(?!`)/g)].map(([, command = '']) => command);
