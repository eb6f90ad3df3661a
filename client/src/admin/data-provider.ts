import type { DataProvider } from 'react-admin';
import simpleRestProvider from 'ra-data-simple-rest';
import { request, type RequestOptions } from '../lib/http/request.ts';

type Options = Pick<RequestInit, 'method' | 'body' | 'signal'>;

/** Calls of react-admin go the way of all others: with the client id, and with the same words for what goes wrong. */
async function httpClient(url: string, { method = 'GET', body, signal }: Options = {}) {
  const response = await request(url, {
    method: method as NonNullable<RequestOptions['method']>,
    ...(typeof body === 'string' ? { json: JSON.parse(body) as unknown } : {}),
    ...(signal ? { signal } : {}),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text, json: JSON.parse(text) as unknown };
}

/** The resources below an address, in the dialect of ra-data-simple-rest. */
export const dataProviderOf = (above: string): DataProvider => simpleRestProvider(above, httpClient);

/** The resources of a team. */
export const dataProvider = dataProviderOf('/api/admin');
