import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import type { Profile } from '@clearcut/schemas/identity/http';
import type { ReceivedMail } from '@clearcut/platform/mail/mailbox/mailbox';
import { bodyOf } from './client.ts';
import { readMailbox } from './mailbox.ts';
import { eventually } from './product.ts';

export const PASSWORD = 'correct-horse-7';

/** A person at a browser: keeps cookies, sends its client id, follows no redirect. */
export interface Person {
  readonly clientId: string;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  send(
    method: 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Response>;
  /** Like an HTML form: with cookies, without client id. */
  submitForm(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Response>;
  session(): string | undefined;
  setSession(value: string): void;
  signUp(email: string, more?: Record<string, unknown>): Promise<Profile>;
  /** Opens the mailed link that confirms the address, logged in. */
  prove(email: string): Promise<void>;
  logIn(email: string, password?: string): Promise<Response>;
  /** Undefined when logged out. */
  me(): Promise<Profile | undefined>;
}

export function createPerson(url: string, clientId: string = randomUUID()): Person {
  const cookies = new Map<string, string>();

  async function call(path: string, init: RequestInit, headers: Record<string, string>): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(new URL(path, url), {
      ...init,
      redirect: 'manual',
      headers: { ...(cookie === '' ? {} : { cookie }), ...headers },
    });
    for (const header of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      if (name === undefined || value === undefined) continue;
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  }

  const send: Person['send'] = (method, path, body, headers = {}) =>
    call(
      path,
      { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) },
      { 'client-id': clientId, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    );
  const logIn: Person['logIn'] = (email, password = PASSWORD) => send('POST', '/api/auth/login', { email, password });

  return {
    clientId,
    send,
    logIn,
    get: (path, headers = {}) => call(path, {}, { 'client-id': clientId, ...headers }),
    submitForm: (path, fields, headers = {}) =>
      call(path, { method: 'POST', body: new URLSearchParams(fields) }, headers),
    session: () => cookies.get('clearcut_session'),
    setSession: (value) => void cookies.set('clearcut_session', value),
    async signUp(email, more = {}) {
      const answer = await send('POST', '/api/user', { email, password: PASSWORD, ...more });
      if (answer.status !== 201) throw new Error(`The sign-up was answered ${answer.status}: ${await answer.text()}`);
      return bodyOf<Profile>(answer);
    },
    async prove(email) {
      const mail = await eventually(async () =>
        (await mailsTo(url, email)).find(({ text }) => text.includes('/confirm-address?')),
      );
      const answer = await send('POST', '/api/auth/prove-address', { token: tokenIn(mail) });
      if (answer.status !== 204) throw new Error(`The proof was answered ${answer.status}: ${await answer.text()}`);
    },
    async me() {
      const answer = await call('/api/user/me', {}, { 'client-id': clientId });
      return answer.status === 200 ? bodyOf<Profile>(answer) : undefined;
    },
  };
}

/** The newest mail to an address with this subject, once it arrives. */
export function mailTo(url: string, email: string, subject: RegExp): Promise<ReceivedMail> {
  return eventually(async () => (await mailsTo(url, email)).find((mail) => subject.test(mail.subject)));
}

/** Newest first. */
export async function mailsTo(url: string, email: string): Promise<ReceivedMail[]> {
  return readMailbox<ReceivedMail>(url, email);
}

export function tokenIn({ text }: ReceivedMail): string {
  const token = /https?:\S*(?:change-password\/|token=)([\w-]{43})\s/.exec(text)?.[1];
  if (token === undefined) throw new Error(`There is no link in: ${text}`);
  return token;
}

/** Logs in from another address of this machine. Resolves with status and error code. */
export function logInFrom(
  url: string,
  address: string,
  credentials: { email: string; password: string },
  headers: Record<string, string> = {},
): Promise<string> {
  return postFrom(address, new URL('/api/auth/login', url), credentials, headers);
}

/** Sends JSON from another address of this machine: all of 127/8 is local. Resolves with status and error code. */
export function postFrom(
  address: string,
  { port, pathname }: URL,
  json: object,
  headers: Record<string, string> = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const outgoing = request({
      host: '127.0.0.1',
      port,
      localAddress: address,
      path: pathname,
      method: 'POST',
      headers: { 'client-id': randomUUID(), 'content-type': 'application/json', ...headers },
    });
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      response.on('end', () => {
        const { errorCode } = (body === '' ? {} : JSON.parse(body)) as { errorCode?: string };
        resolve(errorCode === undefined ? `${response.statusCode}` : `${response.statusCode} ${errorCode}`);
      });
    });
    outgoing.end(JSON.stringify(json));
  });
}
