import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { html, page } from '../html.ts';
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

/** The third party's side of a login: its documents, the page where a person says who they are, and the trade of a code. */
export function oidcPages(server: FastifyInstance, issuer: Issuer, origin: () => string): void {
  server.get(`${ROOT}/.well-known/openid-configuration`, async () => issuer.metadata());
  server.get(`${ROOT}/jwks`, async () => issuer.keys());

  server.get(`${ROOT}/authorize`, async (request, reply) => {
    const parsed = authorizeSchema.safeParse(request.query);
    if (!parsed.success || !isOurs(parsed.data.redirectUri, origin())) return refuse(reply);
    return reply.type('text/html; charset=utf-8').send(loginPage(parsed.data.fields));
  });

  server.post(`${ROOT}/authorize`, async (request, reply) => {
    const [asked, person] = [authorizeSchema.safeParse(request.body), personSchema.safeParse(request.body)];
    if (!asked.success || !person.success || !isOurs(asked.data.redirectUri, origin())) return refuse(reply);
    const back = new URL(asked.data.redirectUri);
    back.searchParams.set('state', asked.data.state);
    const { answer, email, name, email_verified } = person.data;
    if (answer === 'refuse') back.searchParams.set('error', 'access_denied');
    else {
      const emailVerified = email_verified === 'on';
      back.searchParams.set('code', issuer.authorize(asked.data, { email, name, emailVerified }));
    }
    return reply.redirect(back.href, 303);
  });

  server.post(`${ROOT}/token`, async (request, reply) => {
    const form = z.record(z.string(), z.string()).parse(request.body);
    const [clientId, clientSecret] = basicCredentials(request.headers.authorization);
    const outcome = await issuer.trade({
      clientId,
      clientSecret,
      code: form['code'] ?? '',
      redirectUri: form['redirect_uri'] ?? '',
      codeVerifier: form['code_verifier'] ?? '',
    });
    void reply.header('cache-control', 'no-store');
    return reply.status('error' in outcome ? 400 : 200).send(outcome);
  });
}

/** It is nobody's issuer but ours: a page of somebody else's must not collect codes here. */
const isOurs = (redirectUri: string, origin: string): boolean => new URL(redirectUri).origin === origin;

const refuse = (reply: FastifyReply) => reply.status(400).send({ error: 'invalid_request' });

/** RFC 6749, section 2.3.1: both halves are form-encoded before they are joined. */
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
      <p>Stands in for a third party that people log in with. Whoever you say you are is believed.</p>
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
