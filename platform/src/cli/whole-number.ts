import { UsageError } from './command.ts';

/**
 * `Number` would accept ' ', '1e3' and '0x10'.
 * @param what follows "is no" in the message
 * @throws UsageError
 */
export function wholeNumber(
  word: string,
  what: string,
  { from = 0, to = Number.MAX_SAFE_INTEGER }: { readonly from?: number; readonly to?: number } = {},
): number {
  const number = Number(word);
  if (/^\d+$/.test(word) && number >= from && number <= to) return number;
  const range = to === Number.MAX_SAFE_INTEGER ? `${from} or more` : `${from} to ${to}`;
  throw new UsageError(`"${word}" is no ${what}: ${range}`);
}
