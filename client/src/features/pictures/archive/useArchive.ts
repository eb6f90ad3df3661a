import { archiveName } from '@clearcut/schemas/transaction/archive';
import type { Quality } from '@clearcut/schemas/transaction/saves-http';
import { useEffect, useRef, useState } from 'react';
import { toFailure, type Failure } from '../../../lib/errors/failure.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { ArchiveCorrupt, fetchArchive } from './archive.ts';

export interface ArchiveItem {
  readonly id: string;
  readonly name: string;
  readonly bytes?: number | undefined;
}

interface Missing {
  readonly name: string;
  readonly failure: Pick<Failure, 'code' | 'message'>;
}

export type ArchiveState =
  | { readonly stage: 'idle' }
  | {
      readonly stage: 'running';
      readonly bytes: number;
      /** Bytes; undefined when unknown. */
      readonly expected: number | undefined;
    }
  | {
      readonly stage: 'done';
      readonly included: number;
      /** Names of pictures whose HD file predates the last changes. */
      readonly earlier: readonly string[];
      readonly missing: readonly Missing[];
    }
  | { readonly stage: 'corrupt' }
  | { readonly stage: 'failed'; readonly failure: Failure };

export interface ArchiveDownload {
  readonly state: ArchiveState;
  readonly start: (quality: Quality, pictures: readonly ArchiveItem[]) => void;
  /** Aborts a running download and clears the message. */
  readonly reset: () => void;
}

const IDLE: ArchiveState = { stage: 'idle' };

function expectedBytes(pictures: readonly ArchiveItem[]): number | undefined {
  const sizes = pictures.map(({ bytes }) => bytes);
  return sizes.includes(undefined) ? undefined : sizes.reduce<number>((sum, bytes = 0) => sum + bytes, 0);
}

/** During a rollout an older server may answer without this field. */
const isEarlier = ({ isCurrent }: { readonly isCurrent?: boolean }): boolean => isCurrent === false;

/** One archive at a time. */
export function useArchive(): ArchiveDownload {
  const [state, setState] = useState(IDLE);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (quality: Quality, pictures: readonly ArchiveItem[], signal: AbortSignal) => {
    const expected = expectedBytes(pictures);
    const names = new Map(pictures.map(({ id, name }) => [id, name]));
    const show = (next: ArchiveState) => {
      if (!signal.aborted) setState(next);
    };
    show({ stage: 'running', bytes: 0, expected });
    try {
      const onProgress = (bytes: number) => show({ stage: 'running', bytes, expected });
      const { file, manifest } = await fetchArchive(quality, [...names.keys()], { onProgress, signal });
      if (signal.aborted) return;
      const nameOf = ({ id }: { readonly id: string }) => names.get(id) ?? id;
      const packed = manifest.items.filter((item) => item.outcome === 'included');
      const missing = manifest.items
        .filter((item) => item.outcome === 'failed')
        .map((item) => ({ name: nameOf(item), failure: { code: item.errorCode, message: item.message } }));
      const included = packed.length;
      const earlier = packed.filter(isEarlier).map(nameOf);
      if (included > 0) saveFile(file, archiveName(quality, new Date()));
      show({ stage: 'done', included, earlier, missing });
    } catch (error) {
      show(error instanceof ArchiveCorrupt ? { stage: 'corrupt' } : { stage: 'failed', failure: toFailure(error) });
    }
  };
  const reset = () => {
    running.current?.abort();
    setState(IDLE);
  };
  return {
    state,
    start: (quality, pictures) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      void run(quality, pictures, controller.signal);
    },
    reset,
  };
}
