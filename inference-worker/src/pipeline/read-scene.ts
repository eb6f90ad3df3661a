import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';
import type { BlobStore } from '@clearcut/platform/blob-store/port';
import type { JobOf, Scene } from '@clearcut/schemas/transaction/jobs';
import { isStockBackground } from '@clearcut/schemas/transaction/stock-backgrounds';
import type { EncodedScene } from '../render/scene-pictures.ts';

const STOCK_FOLDER = path.join(projectRoot, 'scene/backgrounds');

/** @throws BlobNotFoundError */
export async function readScene(
  { scene, original }: Pick<JobOf<'render-preview' | 'render-hd'>, 'scene' | 'original'>,
  blobStore: BlobStore,
): Promise<EncodedScene> {
  const masks = scene.masks.map(async ({ mode, box, mask }) => ({ mode, box, mask: await blobStore.read(mask.blob) }));
  return {
    frame: { width: original.width, height: original.height },
    settings: scene.settings,
    masks: await Promise.all(masks),
    background: await readBackground(scene, blobStore),
  };
}

async function readBackground({ settings, customBackground }: Scene, blobStore: BlobStore): Promise<Uint8Array | null> {
  const { id } = settings.background;
  if (id === null) return null;
  if (isStockBackground(id)) return readFile(path.join(STOCK_FOLDER, `${id}.webp`));
  if (customBackground === null) throw new Error(`The job names the background ${id} and does not bring it`);
  return blobStore.read(customBackground.blob);
}
