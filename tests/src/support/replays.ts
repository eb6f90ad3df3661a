import { randomUUID } from 'node:crypto';
import type { ReplayBody, ReplayView } from '@clearcut/schemas/support/replay/http';
import { bodyOf } from './client.ts';
import { eventually } from './product.ts';
import type { Staff } from './staff.ts';

export const REASON = 'The customer says that the hair is missing';

/** Requests a replay of a whole picture. */
export async function requestReplay(staff: Staff, id: string, more: Partial<ReplayBody> = {}): Promise<string> {
  const body: ReplayBody = {
    replayId: randomUUID(),
    throughVersion: 100_000,
    mode: 'stepwise',
    versions: 'then',
    reason: REASON,
    ...more,
  };
  const answer = await staff.send('POST', `/api/staff/pictures/${id}/replays/`, body);
  if (answer.status !== 201) throw new Error(`The replay was answered ${answer.status}: ${await answer.text()}`);
  return body.replayId;
}

/** Waits for its end. */
export const replayEnd = (staff: Staff, replayId: string): Promise<ReplayView> =>
  eventually(async () => {
    const answer = await staff.get(`/api/staff/replays/${replayId}/`);
    if (answer.status !== 200) return undefined;
    const view = await bodyOf<ReplayView>(answer);
    return view.state === 'running' ? undefined : view;
  });
