import type { SubjectChoice } from '@clearcut/schemas/transaction/subject';
import type { Options, RawPicture, Result } from './types.ts';

export interface Work {
  readonly picture: Uint8Array | RawPicture;
  readonly subject: SubjectChoice;
  readonly output: NonNullable<Options['output']>;
  readonly finish: Finish;
}

export interface Finish {
  readonly format: NonNullable<Options['format']>;
  readonly crop: boolean;
  readonly background: string | null;
  readonly backgroundOpacity: number;
}

/** A thread runs one model all its life. */
export interface ThreadData {
  readonly directory: string;
}

export type ThreadTasks = {
  load(): Promise<void>;
  cutOut(work: Work): Promise<Result>;
};
