import type { BillingInfo } from '@clearcut/schemas/billing/http';
import { CREDITS_CHARGED_HEADER } from '@clearcut/schemas/http/credit-headers';
import type { SaveAnswer } from '@clearcut/schemas/transaction/saves-http';
import type { SceneSettingsPatch } from '@clearcut/schemas/transaction/scene';
import { request, requestJson } from '../../lib/http/request.ts';

export interface Saved {
  readonly answer: SaveAnswer;
  /** Credits; 0 when this state was saved before. */
  readonly charged: number;
}

export interface SaveOptions {
  /** One of many, so it may wait behind saves that people wait for. */
  readonly isBulk: boolean;
  /** The person confirmed a guessed subject. */
  readonly acceptGuess: boolean;
}

/** Resolves when the file is rendered. Retrying with the same key is the same save. */
export async function postSave(
  id: string,
  settings: SceneSettingsPatch,
  { idempotencyKey, isBulk, acceptGuess }: { readonly idempotencyKey: string } & SaveOptions,
): Promise<Saved> {
  const response = await request(`/api/transaction/${id}/save/${isBulk ? '?bulk=true' : ''}`, {
    method: 'POST',
    json: { ...settings, acceptGuess },
    idempotencyKey,
  });
  return {
    answer: (await response.json()) as SaveAnswer,
    charged: Number(response.headers.get(CREDITS_CHARGED_HEADER) ?? 0),
  };
}

export function getBilling(signal: AbortSignal): Promise<BillingInfo> {
  return requestJson('/api/billing', { signal });
}

/** Mails the team's admins. @throws Failure */
export async function askForCredits(): Promise<void> {
  await request('/api/team/ask-for-credits', { method: 'POST' });
}

export function hdUrl(id: string, saveId: string): string {
  return `/api/transaction/${id}/download/high/?save=${saveId}`;
}
