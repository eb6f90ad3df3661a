import type { Mailbox, ReceivedMail } from '@clearcut/platform/mail/mailbox/mailbox';
import { CatalogueError } from '@clearcut/schemas/errors';
import { Router } from 'express';
import { z } from 'zod';
import { html } from '../texts/html.ts';
import { requireKey } from './mailbox-key.ts';
import { page } from './page.ts';

const paramsSchema = z.object({ id: z.uuid() });
const querySchema = z.object({ to: z.string().optional().catch(undefined) });

/** Shows mails that would have been sent, all or those `to` an address; as JSON on request. */
export function mailboxPages(mailbox: Mailbox, key: string): Router {
  const pages = Router();
  pages.use(requireKey(key));
  pages.get('/', async (request, response) => {
    const mails = await mailbox.list(querySchema.parse(request.query).to);
    if (request.headers.accept === 'application/json') response.json({ mails });
    else response.type('html').send(listPage(mails));
  });
  pages.get('/:id', async (request, response) => {
    const params = paramsSchema.safeParse(request.params);
    const mail = params.success ? await mailbox.find(params.data.id) : undefined;
    if (mail === undefined) throw new CatalogueError('not_found');
    response.type('html').send(mailPage(mail));
  });
  return pages;
}

function listPage(mails: readonly ReceivedMail[]): string {
  const rows = mails.map(
    ({ id, to, subject, sentAt }) =>
      html`<li>
        <a href="/dev/mailbox/${id}"><b>${subject}</b> <span>${to}</span> ${time(sentAt)}</a>
      </li>`,
  );
  const list =
    rows.length === 0
      ? html`<p>No mail yet. Ask for a password reset or invite a person: the mail lands here at once.</p>`
      : html`<ul class="list">
          ${rows}
        </ul>`;
  return page(
    'Mailbox',
    html`<h1>Mailbox</h1>
      <p>Mails that would have been sent, newest first. Set SMTP_URL to send them.</p>
      ${list}`,
  );
}

function mailPage({ to, subject, html: body, text, sentAt }: ReceivedMail): string {
  // Links open outside the frame: our pages refuse framing.
  const framed = body.replace('<head>', '<head><base target="_top">');
  return page(
    subject,
    html`<p><a href="/dev/mailbox">All mails</a></p>
      <h1>${subject}</h1>
      <dl>
        <dt>To</dt>
        <dd>${to}</dd>
        <dt>Sent</dt>
        <dd>${time(sentAt)}</dd>
      </dl>
      <iframe title="The mail" sandbox="allow-top-navigation-by-user-activation" srcdoc="${framed}"></iframe>
      <h2>As text</h2>
      <pre>${text}</pre>`,
  );
}

const time = (date: Date) =>
  html`<time datetime="${date.toISOString()}"
    >${new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' }).format(date)}</time
  >`;
