import { callersPath } from '@clearcut/platform/cli/callers-path';
import { loadConfig } from '@clearcut/platform/config/config';
import { sourceOf } from '../backup/source.ts';
import { restoreBackup } from '../backup/restore.ts';
import type { OfflineCommand } from '../command.ts';
import { momentOf } from '../moment.ts';

export const restore: OfflineCommand = {
  call: 'restore <folder> [--at <time>]',
  summary:
    'Restore a backup into an empty DATA_DIR: the latest state, or that of --at 2026-11-24T09:30:00Z. Then start Clearcut on it.',
  async run([folder = ''], { signal }, { at }) {
    const until = at === undefined ? undefined : momentOf(at);
    const { dataDir } = sourceOf(loadConfig());
    const { lastEventAt, pictures } = await restoreBackup(callersPath(folder), dataDir, until, signal);
    return {
      text: [
        `${dataDir} is restored: ${lastEventAt === undefined ? 'there is no event yet' : `the newest event is of ${lastEventAt}`}; pictures with files: ${pictures}.`,
        'Start Clearcut on it, then run verify-ledger, and billing-sync where you sell credits: what was paid after that moment is asked of the provider.',
      ].join('\n'),
      json: { dataDir, lastEventAt: lastEventAt ?? null, pictures },
    };
  },
};
