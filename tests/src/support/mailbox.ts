import { inject } from 'vitest';
import { printedKeys } from './product.ts';

/** Key of the product at `url`; of one that was started from outside, PRODUCT_MAILBOX_KEY. */
export function mailboxKey(url: string): string {
  const shared = inject('sharedProducts')?.find((product) => product.url === url);
  return printedKeys.get(url) ?? shared?.mailboxKey ?? process.env['PRODUCT_MAILBOX_KEY'] ?? '';
}

/** Mails to an address, newest first. */
export async function readMailbox<T>(url: string, to: string): Promise<T[]> {
  const address = `${url}/dev/mailbox?key=${mailboxKey(url)}&to=${encodeURIComponent(to)}`;
  const answer = await fetch(address, { headers: { accept: 'application/json' } });
  if (answer.status !== 200) throw new Error(`The mailbox is closed: ${await answer.text()}`);
  return ((await answer.json()) as { mails: T[] }).mails;
}
