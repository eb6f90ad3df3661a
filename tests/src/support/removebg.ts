import type { CreateKeyBody } from '@clearcut/schemas/api-keys/http';
import { expect } from 'vitest';
import { createKey } from './api-keys.ts';
import { bodyOf } from './client.ts';
import type { Installation } from './installation.ts';
import { photo } from './pictures.ts';
import { newSaver } from './saver.ts';

interface Sent {
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
  readonly withKey?: string;
}

export interface RemoveBgClient {
  readonly teamId: string;
  /** Belongs to a team with credits. */
  readonly key: string;
  /** Makes another key of that team. */
  newKey(wanted?: Partial<CreateKeyBody>): Promise<string>;
  send(bytes: Buffer, fields?: Record<string, string>, sent?: Sent): Promise<Response>;
  /** Credits left. */
  balance(): Promise<number>;
}

export async function openRemoveBg(product: Installation, credits: number): Promise<RemoveBgClient> {
  const saver = await newSaver(product, credits);
  const newKey = async (wanted: Partial<CreateKeyBody> = {}) => (await createKey(saver.person, wanted)).key;
  const key = await newKey();
  return {
    teamId: saver.teamId,
    key,
    newKey,
    send(bytes, fields = {}, { headers, signal, withKey = key } = {}) {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append('image_file', new Blob([new Uint8Array(bytes)]), 'photo.jpg');
      return fetch(`${product.url}/v1.0/removebg`, {
        method: 'POST',
        headers: { 'x-api-key': withKey, ...headers },
        body: form,
        ...(signal === undefined ? {} : { signal }),
      });
    },
    async balance() {
      const answer = await fetch(`${product.url}/v1.0/account`, { headers: { 'x-api-key': key } });
      const { data } = await bodyOf<{ data: { attributes: { credits: Record<string, number>; api: object } } }>(answer);
      expect(Object.keys(data.attributes.credits).sort()).toEqual(['enterprise', 'payg', 'subscription', 'total']);
      expect(Object.keys(data.attributes.api).sort()).toEqual(['free_calls', 'sizes']);
      return data.attributes.credits['total'] ?? -1;
    },
  };
}

/** A picture unique to this call. */
export const anotherPhoto = (): Promise<Buffer> =>
  photo({ width: 1000 + Math.round(Math.random() * 400), height: 700 + Math.round(Math.random() * 300) });

/** Status and code; checks the form of the body. */
export async function refusalOf(answer: Response): Promise<string> {
  const { errors } = await bodyOf<{ errors: { title: string; detail: string; code: string }[] }>(answer);
  const [error] = errors;
  return `${answer.status} ${error && error.title !== '' && error.detail !== '' ? error.code : 'incomplete'}`;
}

export const bytesOf = async (answer: Response): Promise<Buffer> => {
  if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
  return Buffer.from(await answer.arrayBuffer());
};
