import { findTransaction, type TransactionRow } from '@clearcut/projections/transaction/queries';
import type { Database } from '@clearcut/platform/database/database';
import { CatalogueError } from '@clearcut/schemas/errors';
import { type EditedScene, isUnedited, sceneAt } from '@clearcut/schemas/transaction/edit-history';
import type { ImageBlob } from '@clearcut/schemas/transaction/events';
import type { Quality } from '@clearcut/schemas/transaction/saves-http';
import type { TransactionChanges } from '../read/changes.ts';
import { cutOutOf } from '../read/send-picture.ts';
import { completedSavesOf, editedPreviewOf, shownSaveOf } from '../read/view.ts';

const RENDER_MS = 10_000;
/** A notification may arrive before its row is visible. */
const RECHECK_MS = 500;

export interface Source {
  readonly file: ImageBlob;
  readonly isTransparent: boolean;
}

/**
 * @param saveId an HD save; defaults to the one shown
 * @throws CatalogueError nothing_saved, save_not_found, image_not_ready, image_failed, transaction_not_found
 */
export async function sourceOf(
  deps: { readonly database: Database; readonly changes: TransactionChanges },
  row: TransactionRow,
  quality: Quality,
  saveId?: string,
): Promise<Source> {
  if (quality === 'high') return highOf(row, saveId);
  const low = lowOf(row);
  return low ?? waitForLow(deps, row.id);
}

function highOf(row: TransactionRow, saveId: string | undefined): Source {
  const save =
    saveId === undefined ? shownSaveOf(row) : completedSavesOf(row).find((completed) => completed.saveId === saveId);
  if (save === undefined) throw new CatalogueError(saveId === undefined ? 'nothing_saved' : 'save_not_found');
  return { file: save.file, isTransparent: isTransparent(sceneAt(row.edits, save.opId)) };
}

function lowOf(row: TransactionRow): Source | undefined {
  const cutOut = cutOutOf(row);
  const scene = sceneAt(row.edits);
  const file = isUnedited(scene) ? cutOut : editedPreviewOf(row);
  return file && { file, isTransparent: isTransparent(scene) };
}

/** Any background covers the whole picture. */
const isTransparent = ({ settings: { background } }: EditedScene): boolean =>
  background.color === null && background.id === null && !background.base;

async function waitForLow(
  { database, changes }: { readonly database: Database; readonly changes: TransactionChanges },
  id: string,
): Promise<Source> {
  const watch = changes.watch(id);
  const deadline = performance.now() + RENDER_MS;
  try {
    for (;;) {
      const row = await findTransaction(database, id);
      if (row === undefined || row.deletedAt !== null) throw new CatalogueError('transaction_not_found');
      const low = lowOf(row);
      if (low !== undefined) return low;
      const left = deadline - performance.now();
      if (left <= 0) throw new CatalogueError('image_not_ready');
      await watch.next(Math.min(RECHECK_MS, left));
    }
  } finally {
    watch.close();
  }
}
