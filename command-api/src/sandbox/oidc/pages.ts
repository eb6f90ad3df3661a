import { type Response, Router } from 'express';
import { z } from 'zod';
import { parse } from '../../http/contract.ts';
import { html } from '../../texts/html.ts';
import { page } from '../page.ts';
import type { AuthorizationRequest, Issuer } from './issuer.ts';

const ROOT = '/dev/oidc';

const authorizeSchema = z
  .object({
    client_id: z.string(),
    redirect_uri: z.url(),
    response_type: z.literal('code'),
    state: z.string(),
    nonce: z.string().optional(),
    code_challenge: z.string().optional(),
  })
  .transform((query): AuthorizationRequest & { readonly fields: Readonly<Record<string, string>> } => ({
    clientId: query.client_id,
    redirectUri: query.redirect_uri,
    state: query.state,
    nonce: query.nonce,
    codeChallenge: query.code_challenge,
    fields: Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as Record<
      string,
      string
    >,
  }));

const personSchema = z.object({
  email: z.string().trim(),
  name: z.string().trim().default(''),
  email_verified: z.literal('on').optional(),
  answer: z.enum(['agree', 'refuse']),
});

export function oidcPages(issuer: Issuer, origin: () => string): Router {
  const pages = Router();
  pages.get('/.well-known/openid-configuration', (_request, response) => void response.json(issuer.metadata()));
  pages.get('/jwks', (_request, response) => void response.json(issuer.keys()));

  pages.get('/authorize', (request, response) => {
    const parsed = authorizeSchema.safeParse(request.query);
    if (!parsed.success || !isOurs(parsed.data.redirectUri, origin())) refuse(response);
    else response.type('html').send(loginPage(parsed.data.fields));
  });

  pages.post('/authorize', (request, response) => {
    const [asked, person] = [authorizeSchema.safeParse(request.body), personSchema.safeParse(request.body)];
    if (!asked.success || !person.success || !isOurs(asked.data.redirectUri, origin())) {
      refuse(response);
      return;
    }
    const back = new URL(asked.data.redirectUri);
    back.searchParams.set('state', asked.data.state);
    const { answer, email, name, email_verified } = person.data;
    if (answer === 'refuse') back.searchParams.set('error', 'access_denied');
    else {
      const emailVerified = email_verified === 'on';
      back.searchParams.set('code', issuer.authorize(asked.data, { email, name, emailVerified }));
    }
    response.redirect(303, back.href);
  });

  pages.post('/token', async (request, response) => {
    const form = parse(z.record(z.string(), z.string()), request.body ?? {}, 'validation_failed');
    const [clientId, clientSecret] = basicCredentials(request.headers.authorization);
    const outcome = await issuer.trade({
      clientId,
      clientSecret,
      code: form['code'] ?? '',
      redirectUri: form['redirect_uri'] ?? '',
      codeVerifier: form['code_verifier'] ?? '',
    });
    response.status('error' in outcome ? 400 : 200).json(outcome);
  });
  return pages;
}

/** Serves this product only: other sites must not collect codes. */
const isOurs = (redirectUri: string, origin: string): boolean => new URL(redirectUri).origin === origin;

const refuse = (response: Response) => response.status(400).json({ error: 'invalid_request' });

/** RFC 6749, section 2.3.1: both halves are form-encoded before joining. */
function basicCredentials(header = ''): [string, string] {
  const [id = '', secret = ''] = Buffer.from(header.replace(/^Basic /i, ''), 'base64')
    .toString()
    .split(':');
  return [decodeURIComponent(id), decodeURIComponent(secret)];
}

function loginPage(fields: Readonly<Record<string, string>>): string {
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  return page(
    'Sandbox ID',
    html`<h1>Sandbox ID</h1>
      <p>Stands in for a third party that people log in with. It believes any name and address.</p>
      <form method="post" action="${ROOT}/authorize">
        ${hidden}
        <label>Email <input type="email" name="email" required autocomplete="off" value="sam@example.com" /></label>
        <label>Name <input type="text" name="name" autocomplete="off" value="Sam Sandbox" /></label>
        <label class="check"><input type="checkbox" name="email_verified" checked /> The address is verified</label>
        <button name="answer" value="agree">Continue to Clearcut</button>
        <button name="answer" value="refuse" class="quiet" formnovalidate>Cancel</button>
      </form>`,
  );
}
