import { timingSafeEqual } from 'node:crypto';
import { CatalogueError } from '@clearcut/schemas/errors';
import { parseCookie } from 'cookie';
import type { Request, RequestHandler } from 'express';
import { html } from '../texts/html.ts';
import { page } from './page.ts';

const COOKIE = 'clearcut_mailbox';

/**
 * Opens the mailbox to holders of the key in the address printed at the start, and stores it in a cookie: behind a
 * proxy on this machine that adds no headers, every stranger looks local, and the mails hold login links.
 */
export function requireKey(key: string): RequestHandler {
  return (request, response, next) => {
    const given = request.query['key'];
    if (isKey(given, key)) {
      response.cookie(COOKIE, key, { path: request.baseUrl, httpOnly: true, sameSite: 'lax', secure: request.secure });
      // Keeps the key out of the history.
      if (request.accepts(['html', 'json']) === 'html') return response.redirect(303, request.baseUrl);
      return next();
    }
    if (isKey(cookieOf(request), key)) return next();
    if (request.accepts(['html', 'json']) === 'json') throw new CatalogueError('forbidden');
    response.status(403).type('html').send(keyPage);
  };
}

const cookieOf = ({ headers }: Request): string | undefined => parseCookie(headers.cookie ?? '')[COOKIE];

function isKey(given: unknown, key: string): boolean {
  if (typeof given !== 'string') return false;
  const [one, other] = [Buffer.from(given), Buffer.from(key)];
  return one.length === other.length && timingSafeEqual(one, other);
}

const keyPage = page(
  'Mailbox',
  html`<h1>Mailbox</h1>
    <p>The mailbox opens at the address that Clearcut printed when it started. This browser then remembers it.</p>
    <form>
      <label>Key, the end of that address <input type="text" name="key" autocomplete="off" required /></label>
      <button>Open the mailbox</button>
    </form>`,
);
