import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TransactionView, UploadAnswer } from '@clearcut/schemas/transaction/http';
import { createClient } from '../support/client.ts';
import type { Person } from '../support/person.ts';

export interface Tally {
  /** Ids of pictures with acknowledged upload. */
  readonly pictures: readonly string[];
  /** SHA-256 of each acknowledged save's HD file, by picture. */
  readonly files: ReadonlyMap<string, string>;
  /** Longest time from sending a picture to its cut-out. */
  readonly longestWaitMs: number;
  /** Requests that were refused, cut off or unanswered, and retried. */
  readonly sentAgain: number;
}

const BETWEEN_TRIES_MS = 500;
const BETWEEN_LOOKS_MS = 150;
const REQUEST_MS = 60_000;
/** A picture that takes longer is lost. */
const PATIENCE_MS = 180_000;

/**
 * The first answer that is not from an unavailable or busy proxy or process; retries as told by Retry-After, like the
 * product's clients.
 */
export async function retryUntilAnswered(
  what: string,
  call: () => Promise<Response>,
  onSentAgain: () => void,
): Promise<Response> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const answer = await Promise.race([call().catch(() => undefined), sleep(REQUEST_MS, undefined, { ref: false })]);
    if (answer !== undefined && answer.status < 500 && answer.status !== 429) return answer;
    if (Date.now() > end) throw new Error(`${what} was answered ${answer?.status ?? 'by nothing'} at last`);
    onSentAgain();
    await sleep(Number(answer?.headers.get('retry-after')) * 1000 || BETWEEN_TRIES_MS);
  }
}

/**
 * Members who upload, wait for their cut-out, save it in HD and download the file, repeatedly; on stop, each finishes
 * its round. Retries failed requests under the same Idempotency-Key, like the product's clients.
 *
 * @param picture bytes of a new picture
 */
export function startLoad(
  url: string,
  members: readonly Person[],
  picture: () => Promise<Buffer>,
): { stop(): Promise<Tally> } {
  const pictures: string[] = [];
  const files = new Map<string, string>();
  let longestWaitMs = 0;
  let sentAgain = 0;
  const stopping = new AbortController();

  const retrying = (what: string, call: () => Promise<Response>) =>
    retryUntilAnswered(what, call, () => (sentAgain += 1));

  async function onePicture(member: Person): Promise<void> {
    const bytes = await picture();
    const began = Date.now();
    const uploadKey = randomUUID();
    const client = createClient(url, { clientId: member.clientId, cookie: `clearcut_session=${member.session()}` });
    const uploaded = await retrying('An upload', () => client.upload(bytes, { idempotencyKey: uploadKey }));
    if (uploaded.status !== 201) throw new Error(`An upload was answered ${uploaded.status}: ${await uploaded.text()}`);
    const { id } = (await uploaded.json()) as UploadAnswer;
    pictures.push(id);
    for (;;) {
      const answer = await retrying('A look', () => member.get(`/api/transaction/${id}`));
      const { status } = (await answer.json()) as TransactionView;
      if (status === 'UPLOADED') break;
      if (status !== 'PENDING') throw new Error(`Picture ${id} ended as ${status}`);
      if (Date.now() - began > PATIENCE_MS) throw new Error(`Picture ${id} is still PENDING`);
      await sleep(BETWEEN_LOOKS_MS);
    }
    longestWaitMs = Math.max(longestWaitMs, Date.now() - began);

    const saveKey = randomUUID();
    const saved = await retrying('A save', () =>
      member.send('POST', `/api/transaction/${id}/save/`, {}, { 'idempotency-key': saveKey }),
    );
    if (saved.status !== 200) throw new Error(`A save was answered ${saved.status}: ${await saved.text()}`);
    const file = await retrying('A download', () => member.get(`/api/transaction/${id}/download/high/`));
    if (file.status !== 200) throw new Error(`The file of ${id} was answered ${file.status}`);
    files.set(
      id,
      createHash('sha256')
        .update(new Uint8Array(await file.arrayBuffer()))
        .digest('hex'),
    );
  }

  const work = members.map(async (member) => {
    while (!stopping.signal.aborted) await onePicture(member);
  });
  return {
    async stop() {
      stopping.abort();
      await Promise.all(work);
      return { pictures, files, longestWaitMs, sentAgain };
    },
  };
}
