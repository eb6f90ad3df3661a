import type { HttpReply, HttpRequest } from '../message.ts';

/** Under a minute, when proxies give up; a repeat or a poll finds what takes longer. */
export const MAX_WAIT_MS = 55_000;

/** Milliseconds. Confirms in the headers what was applied. Source: RFC 7240, sections 4.1 and 4.3. */
export function preferredWaitMs(
  { headers }: Pick<HttpRequest, 'headers'>,
  reply: Pick<HttpReply, 'header'>,
  { without }: { readonly without: number },
): number {
  const preferences = [headers['prefer'] ?? []].flat().join(',').toLowerCase();
  const seconds = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,6})"?/.exec(preferences)?.[1];
  if (seconds !== undefined) {
    reply.header('preference-applied', `wait=${Math.min(Number(seconds), MAX_WAIT_MS / 1000)}`);
    return Math.min(Number(seconds) * 1000, MAX_WAIT_MS);
  }
  if (!/(?:^|[,;\s])respond-async(?:$|[,;\s])/.test(preferences)) return without;
  reply.header('preference-applied', 'respond-async');
  return 0;
}
