import type { ErrorBody, TransactionView, UploadAnswer } from '@clearcut/schemas/transaction/http';
import { eventually } from './product.ts';

export interface Credentials {
  readonly clientId?: string;
  /** `name=value` of the session cookie. */
  readonly cookie?: string;
}

export interface Client {
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  remove(path: string): Promise<Response>;
  upload(bytes: Uint8Array, options?: { name?: string; idempotencyKey?: string; type?: string }): Promise<Response>;
  uploadUrl(url: unknown, options?: { idempotencyKey?: string }): Promise<Response>;
  /** Uploads and waits until the status leaves PENDING. */
  process(bytes: Uint8Array, name?: string): Promise<TransactionView>;
}

export function createClient(url: string, { clientId, cookie }: Credentials): Client {
  const credentials: Record<string, string> = {
    ...(clientId === undefined ? {} : { 'client-id': clientId }),
    ...(cookie === undefined ? {} : { cookie }),
  };
  const get: Client['get'] = (path, headers = {}) => fetch(url + path, { headers: { ...credentials, ...headers } });
  const upload: Client['upload'] = (bytes, { name = 'photo.jpg', idempotencyKey, type } = {}) =>
    fetch(`${url}/api/transaction/?originalFileName=${encodeURIComponent(name)}`, {
      method: 'POST',
      headers: { ...credentials, ...keyHeader(idempotencyKey), 'content-type': type ?? 'application/octet-stream' },
      // A copy, because fetch's type requires a separate buffer.
      body: new Uint8Array(bytes),
    });

  return {
    get,
    upload,
    remove: (path) => fetch(url + path, { method: 'DELETE', headers: credentials }),
    uploadUrl: (address, { idempotencyKey } = {}) =>
      fetch(`${url}/api/transaction/url/`, {
        method: 'POST',
        headers: { ...credentials, ...keyHeader(idempotencyKey), 'content-type': 'application/json' },
        body: JSON.stringify(address === undefined ? {} : { url: address }),
      }),
    async process(bytes, name) {
      const uploaded = await upload(bytes, name === undefined ? {} : { name });
      if (uploaded.status !== 201) throw new Error(`The upload was answered ${uploaded.status}`);
      const { id } = await bodyOf<UploadAnswer>(uploaded);
      return eventually(async () => {
        const view = await viewOf(await get(`/api/transaction/${id}`));
        return view === undefined || view.status === 'PENDING' ? undefined : view;
      });
    },
  };
}

/** Undefined for a temporary 503: processes may be replaced, or servers unavailable. */
export async function viewOf(answer: Response): Promise<TransactionView | undefined> {
  if (answer.ok) return bodyOf<TransactionView>(answer);
  const text = await answer.text();
  if (answer.status === 503) return undefined;
  throw new Error(`The picture was answered ${answer.status}: ${text}`);
}

const keyHeader = (key: string | undefined): Record<string, string> =>
  key === undefined ? {} : { 'idempotency-key': key };

export async function bodyOf<T>(response: Response): Promise<T> {
  return (await response.json()) as T;
}

/** Status and code of an error answer; checks its form. */
export async function errorOf(response: Response): Promise<string> {
  const body = await bodyOf<ErrorBody>(response);
  const isComplete = body.message.length > 0 && /^[0-9a-f-]{36}$/.test(body.uuid);
  return isComplete ? `${response.status} ${body.errorCode}` : `incomplete: ${JSON.stringify(body)}`;
}

/** Session cookie of an upload's answer, in request form. */
export function cookieOf(response: Response): string {
  const cookie = response.headers.getSetCookie().find((header) => header.startsWith('clearcut_session='));
  if (cookie === undefined) throw new Error('There is no session cookie');
  return cookie.slice(0, cookie.indexOf(';'));
}
