import type { z } from 'zod';
import { wholeNumber } from './whole-number.ts';

export interface Quotas {
  /** Bytes, with derived files. */
  readonly storedBytes: Readonly<Record<QuotaScope, number>>;
  readonly waitingPictures: Readonly<Record<QuotaScope, number>>;
  /** 0 never refuses. */
  readonly queueLength: number;
  /** Per API process. */
  readonly openStreams: Readonly<Record<Exclude<QuotaScope, 'team'>, number>>;
}

/** Members of many teams may share an address. */
type QuotaScope = 'owner' | 'address' | 'team';

/** As in the upload limit. */
const MB = 1024 * 1024;

const megabytes = () => wholeNumber(1, 1_000_000_000);
const count = () => wholeNumber(1, 1_000_000);

export const quotaSettings = {
  STORED_MB_PER_OWNER: megabytes().default(20_000),
  STORED_MB_PER_ADDRESS: megabytes().default(20_000),
  STORED_MB_PER_TEAM: megabytes().default(100_000),
  WAITING_PER_OWNER: count().default(1_000),
  WAITING_PER_ADDRESS: count().default(1_000),
  WAITING_PER_TEAM: count().default(5_000),
  MAX_QUEUE_LENGTH: wholeNumber(0, 100_000_000).default(0),
  STREAMS_PER_OWNER: count().default(100),
  STREAMS_PER_ADDRESS: count().default(1_000),
};

export function quotasOf(given: z.infer<z.ZodObject<typeof quotaSettings>>): Quotas {
  return {
    storedBytes: {
      owner: given.STORED_MB_PER_OWNER * MB,
      address: given.STORED_MB_PER_ADDRESS * MB,
      team: given.STORED_MB_PER_TEAM * MB,
    },
    waitingPictures: {
      owner: given.WAITING_PER_OWNER,
      address: given.WAITING_PER_ADDRESS,
      team: given.WAITING_PER_TEAM,
    },
    queueLength: given.MAX_QUEUE_LENGTH,
    openStreams: { owner: given.STREAMS_PER_OWNER, address: given.STREAMS_PER_ADDRESS },
  };
}
