import { originalUrl } from './transaction/api.ts';
import type { Life } from './life/life.ts';
import type { UploadSource } from './life/sender.ts';
import type { Picture } from './files/picture.ts';
import type { Rejection } from './files/validation.ts';

export type Notice = 'deleted' | 'gone';

export interface Known {
  /** Absent for a picture of an earlier visit. */
  readonly source?: UploadSource;
  readonly picture?: Picture;
  /** The last attempt failed to reach the server; retries by itself. */
  readonly isOffline: boolean;
}

type LifeIn<Stage extends Life['stage']> = Extract<Life, { stage: Stage }>;

export type UploadState =
  | { readonly stage: 'idle'; readonly notice?: Notice; readonly rejection?: Rejection }
  | { readonly stage: 'restoring' }
  | (LifeIn<'sending' | 'waiting' | 'failed'> & Known)
  | (LifeIn<'ready'> & Known & { readonly picture: Picture });

export interface Work extends Known {
  /** In this browser. */
  readonly id: string;
  readonly life: Life;
}

export const IDLE: UploadState = { stage: 'idle' };

export function stateOf({ id: _id, life, ...known }: Work): UploadState {
  switch (life.stage) {
    case 'queued':
      return { ...life, ...known, stage: 'sending' };
    case 'ready': {
      const { width, height } = life.view;
      return { ...life, ...known, picture: known.picture ?? { url: originalUrl(life.id), width, height } };
    }
    case 'gone':
      return IDLE;
    case 'sending':
    case 'waiting':
    case 'failed':
      return { ...life, ...known };
  }
}
