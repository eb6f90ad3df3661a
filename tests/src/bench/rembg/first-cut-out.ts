import type { TransactionView, UploadAnswer } from '@clearcut/schemas/transaction/http';
import { bodyOf, type Client } from '../../support/client.ts';
import { serverSentEvents } from '../../support/event-source.ts';

/** Waits for the stream like the product's page: polling would take processor time from both. */
export async function firstCutOut(client: Client, photo: Uint8Array): Promise<TransactionView> {
  const uploaded = await client.upload(photo);
  if (uploaded.status !== 201) throw new Error(`The upload was answered ${uploaded.status}`);
  const { id } = await bodyOf<UploadAnswer>(uploaded);
  const views = serverSentEvents<TransactionView>(await client.get(`/api/transaction/${id}/events`));
  for await (const view of views) if (view.status !== 'PENDING') return view;
  throw new Error('The stream ended before there was a cut-out');
}
