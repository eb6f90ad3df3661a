import type { DataProvider } from 'react-admin';
import simpleRestProvider from 'ra-data-simple-rest';
import { request, type RequestOptions } from '../lib/http/request.ts';

type Options = Pick<RequestInit, 'method' | 'body' | 'signal'>;

/** Routes react-admin's calls through our client: with the client id and our error texts. */
async function httpClient(url: string, { method = 'GET', body, signal }: Options = {}) {
  const response = await request(url, {
    method: method as NonNullable<RequestOptions['method']>,
    ...(typeof body === 'string' ? { json: JSON.parse(body) as unknown } : {}),
    ...(signal ? { signal } : {}),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text, json: JSON.parse(text) as unknown };
}

export const dataProviderOf = (above: string): DataProvider => simpleRestProvider(above, httpClient);

export const dataProvider = dataProviderOf('/api/admin');
