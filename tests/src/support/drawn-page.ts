import { eventually } from './product.ts';

/** A server-rendered page: on a busy machine, the first visitor gets its shell. */
export async function drawnPage(address: string, headers: Record<string, string> = {}): Promise<Response> {
  return eventually(async () => {
    const answer = await fetch(address, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' });
    return isDrawn(await answer.clone().text()) ? answer : undefined;
  });
}

export const isDrawn = (markup: string): boolean => /<div id="root"[^>]*><\w/.test(markup);
