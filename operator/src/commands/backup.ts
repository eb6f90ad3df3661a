import { setTimeout as delay } from 'node:timers/promises';
import { callersPath } from '@clearcut/platform/cli/callers-path';
import { UsageError } from '@clearcut/platform/cli/command';
import { wholeNumber } from '@clearcut/platform/cli/whole-number';
import { loadConfig } from '@clearcut/platform/config/config';
import { isConnectionError } from '@clearcut/platform/database/connection-error';
import { takeLock } from '@clearcut/platform/launcher/lock-file';
import { makeFolder } from '@clearcut/platform/make-folder';
import { reasonOf } from '@clearcut/platform/reasons';
import { Backup } from '../backup/backup.ts';
import { Layout } from '../backup/layout.ts';
import { type Connection, type Source, sourceOf, withConnection } from '../backup/source.ts';
import { WalGoneError } from '../backup/wal.ts';
import type { OfflineCommand } from '../command.ts';
import { NotRunningError } from '../database-url.ts';

/** Upper bound of loss, plus the length of a round. */
const INTERVAL_MS = 1_000;
const NEW_BASE_MS = 24 * 60 * 60 * 1_000;
const RETRY_MS = 1_000;

export const backup: OfflineCommand = {
  call: 'backup <folder> [--follow] [--keep-days <days>]',
  summary:
    'Copy the running installation into a folder, best on another disk: log, pictures, accounts and keys. With --follow it continues, one round a second, until Ctrl-C.',
  async run([folder = ''], { signal }, { follow, 'keep-days': keepDays = '7' }) {
    const days = wholeNumber(keepDays, 'number of days', { to: 3_650 });
    const source = sourceOf(loadConfig());
    const layout = new Layout(callersPath(folder));
    layout.refuseWithin(source.dataDir);
    await makeFolder(layout.bases, 0o700).catch((error: unknown) => {
      throw new UsageError(`${layout.folder} cannot be written: ${reasonOf(error)}. Name another folder.`);
    });
    const unlock = await takeLock(
      layout.lock,
      (pid) => new UsageError(`Another backup (process ${pid}) is writing to ${layout.folder}.`),
    );
    try {
      const open = await Backup.open(source, layout, days);
      await withConnection(source.dataDir, (connection) => open.takeBase(connection, signal));
      if (follow !== undefined) await followUntil(signal, open, source);
      const answer = { folder: layout.folder, completeThrough: open.completeThrough };
      return { text: `${answer.folder} holds everything through ${answer.completeThrough}.`, json: answer };
    } finally {
      await unlock();
    }
  },
};

/** Survives restarts of the database and of Clearcut. */
async function followUntil(signal: AbortSignal, backup: Backup, { dataDir }: Source): Promise<void> {
  say(`Following. Everything through ${backup.completeThrough} is there.`);
  let isAway = false;
  while (!signal.aborted) {
    try {
      await withConnection(dataDir, async (connection) => {
        if (isAway) say('Clearcut is back: following.');
        isAway = false;
        while (!signal.aborted) {
          if (Date.now() - backup.newestBase > NEW_BASE_MS) await backup.takeBase(connection, signal);
          else await followOrRestart(backup, connection, signal);
          await delay(INTERVAL_MS, undefined, { signal }).catch(() => undefined);
        }
      });
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof NotRunningError) && !(error instanceof Error && isConnectionError(error))) throw error;
      if (!isAway) say(`${error.message} Waiting; everything through ${backup.completeThrough} is there.`);
      isAway = true;
      await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

async function followOrRestart(backup: Backup, connection: Connection, signal: AbortSignal): Promise<void> {
  try {
    await backup.follow(connection);
  } catch (error) {
    if (!(error instanceof WalGoneError)) throw error;
    say(`${error.message} Taking a new base.`);
    await backup.takeBase(connection, signal);
  }
}

/** Standard error, since standard output carries the answer. */
function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}
