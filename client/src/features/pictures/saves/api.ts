import { downloadContracts } from '@clearcut/schemas/contracts/transaction/downloads';
import { saveContracts } from '@clearcut/schemas/contracts/transaction/saves';
import { CREDITS_CHARGED_HEADER } from '@clearcut/schemas/http/credit-headers';
import type { SaveAnswer } from '@clearcut/schemas/transaction/saves-http';
import type { SceneSettingsPatch } from '@clearcut/schemas/transaction/scene';
import { addressOf, parse, send } from '../../../lib/contracts/call.ts';

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
  const response = await send(saveContracts.save, {
    params: { id },
    query: isBulk ? { bulk: 'true' } : {},
    body: { ...settings, acceptGuess },
    idempotencyKey,
  });
  return {
    answer: parse(saveContracts.save, response.status, await response.json()),
    charged: Number(response.headers.get(CREDITS_CHARGED_HEADER) ?? 0),
  };
}

export const hdUrl = (id: string, save: string): string =>
  addressOf(downloadContracts.high, { params: { id }, query: { save } });
