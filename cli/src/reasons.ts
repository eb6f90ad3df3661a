export const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** Node reads a byte that is not UTF-8 as U+FFFD, so such a name opens no file. */
export const missing = (file: string): string =>
  file.includes('\uFFFD') ? `The name ${file} is not UTF-8: rename the file.` : `There is no ${file}.`;
