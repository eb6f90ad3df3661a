import { randomUUID } from 'node:crypto';
import { createCreditPool, grantCredits as grant } from '@clearcut/command-api/credits';
import type { Rect } from '@clearcut/scene/raster';
import type { TransactionView } from '@clearcut/schemas/transaction/http';
import type { SaveAnswer } from '@clearcut/schemas/transaction/saves-http';
import { bodyOf, type Client, createClient, viewOf } from './client.ts';
import type { Installation } from './installation.ts';
import { createPerson, type Person } from './person.ts';
import { eventually } from './product.ts';

export interface Saver {
  readonly person: Person;
  readonly client: Client;
  readonly userId: string;
  readonly teamId: string;
  /** Uploads, and waits for the final cut-out. */
  readonly cutOut: (bytes: Uint8Array, name?: string) => Promise<TransactionView>;
  /** Draws with the brush: `mask` is a PNG of the size of `box`. */
  stroke(id: string, mode: 'erase' | 'restore', box: Rect, mask: Uint8Array): Promise<Response>;
  readonly save: (id: string, settings?: object) => Promise<SaveAnswer>;
}

/** The parts of an installation needed for granting credits. */
type Granting = Pick<Installation, 'database' | 'eventStore'>;

/** Grants credits like the operator's command. */
export async function grantCredits(product: Granting, teamId: string, credits: number): Promise<void> {
  await createCreditPool(product).handle(grant({ teamId, credits, cause: { kind: 'operator', key: randomUUID() } }), {
    correlationId: 'test',
    causationId: 'grant-credits',
    actor: { kind: 'operator', id: 'grant-credits' },
    now: new Date(),
  });
}

export async function newSaver(
  product: Granting & Pick<Installation, 'url'>,
  credits: number,
  profile: Record<string, unknown> = {},
): Promise<Saver> {
  const person = createPerson(product.url);
  const { pk: userId, team_id: teamId } = await person.signUp(`${randomUUID()}@example.com`, profile);
  if (credits > 0) await grantCredits(product, teamId, credits);
  return { userId, teamId, ...saverOf(product, person) };
}

export function saverOf(product: Pick<Installation, 'url'>, person: Person): Omit<Saver, 'userId' | 'teamId'> {
  const client = createClient(product.url, {
    clientId: person.clientId,
    cookie: `clearcut_session=${person.session()}`,
  });
  return {
    person,
    client,
    async cutOut(bytes, name) {
      const { id } = await client.process(bytes, name);
      return eventually(async () => {
        const view = await viewOf(await client.get(`/api/transaction/${id}`));
        return view?.pipeline.improved === undefined ? undefined : view;
      });
    },
    stroke: (id, mode, { x, y, width, height }, mask) =>
      fetch(`${product.url}/api/transaction/${id}/${mode}/?boundingBox=${[x, y, width, height].join(',')}`, {
        method: 'POST',
        headers: {
          'client-id': person.clientId,
          cookie: `clearcut_session=${person.session()}`,
          'idempotency-key': randomUUID(),
          'content-type': 'application/octet-stream',
        },
        body: new Uint8Array(mask),
      }),
    async save(id, settings = {}) {
      const answer = await person.send('POST', `/api/transaction/${id}/save/`, settings);
      if (answer.status !== 200) throw new Error(`The save was answered ${answer.status}: ${await answer.text()}`);
      return bodyOf<SaveAnswer>(answer);
    },
  };
}
