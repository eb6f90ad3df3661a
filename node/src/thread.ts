import './older-node.ts';
import { workerData } from 'node:worker_threads';
import { cutOut } from '@clearcut/inference-worker/cut-out/cut-out';
import { Workspace } from '@clearcut/inference-worker/memory/workspace';
import { ModelError as WorkerModelError, readManifest } from '@clearcut/inference-worker/models/manifest';
import { modelOf, type Model } from '@clearcut/inference-worker/models/model';
import { openNetworks } from '@clearcut/inference-worker/models/session';
import { lookAtPicture } from '@clearcut/inference-worker/pipeline/preview-cut-out';
import { decodeFull, UnreadableImageError } from '@clearcut/inference-worker/pixels/decode';
import { sizeOfEncoded } from '@clearcut/inference-worker/pixels/open-encoded';
import { densityOfEncoded } from '@clearcut/inference-worker/pixels/picture-file';
import type { Raster, Size } from '@clearcut/inference-worker/pixels/raster';
import { openRaster } from '@clearcut/inference-worker/pixels/sharp';
import { toBytes } from '@clearcut/inference-worker/planes/alpha';
import { fullMatte } from '@clearcut/inference-worker/refinement/versions';
import { LostSubjectError, refuseEmpty } from '@clearcut/inference-worker/render/refuse-lost';
import { liesWithin } from '@clearcut/schemas/transaction/subject';
import { serve } from '@clearcut/platform/threads/serve';
import { ModelError, NoSubjectError, UnreadablePictureError } from './errors.ts';
import { finished } from './finish.ts';
import type { RawPicture, Result } from './types.ts';
import type { ThreadData, ThreadTasks, Work } from './work.ts';

let model: Promise<Model> | undefined;

async function load(): Promise<Model> {
  const { directory } = workerData as ThreadData;
  const manifest = await readManifest(directory);
  return modelOf(manifest, await openNetworks(directory, manifest), () => Promise.resolve());
}

/** As the product does, without the files between. */
async function remove({ picture, subject, output, finish }: Work): Promise<Result> {
  using space = new Workspace();
  const bytes = picture instanceof Uint8Array ? picture : await encoded(picture);
  if (!liesWithin(subject, await sizeOf(bytes)))
    throw new TypeError('The box or point does not lie within the picture');
  const { found } = await lookAtPicture(bytes, subject, await (model ??= load()), space);
  if (found === undefined) throw new NoSubjectError();
  const image = picture instanceof Uint8Array ? await decoded(bytes, space) : { ...picture };
  const matte = await fullMatte(image, { ...found.matte, data: toBytes(found.matte.alpha) });
  const cut = await cutOut(image, matte, space);
  refuseEmpty(cut);
  const density = await densityOfEncoded(bytes);
  const mask = output === 'cut-out' ? undefined : await finished(cut, finish, 'alpha', density);
  const made = output === 'mask' ? undefined : await finished(cut, finish, 'rgba', density);
  const { width, height } = made ?? mask ?? image;
  return { width, height, isGuess: found.isGuess, mask: mask?.data, cutOut: made?.data };
}

async function decoded(bytes: Uint8Array, space: Workspace): Promise<Raster> {
  const image = await decodeFull(bytes);
  space.adopt(image.data);
  return image;
}

async function sizeOf(bytes: Uint8Array): Promise<Size> {
  try {
    return await sizeOfEncoded(bytes);
  } catch (error) {
    throw unreadable(error);
  }
}

/** Joins the lines of libvips. */
function unreadable(error: unknown): UnreadablePictureError {
  const { message } = error instanceof Error ? error : new Error(String(error));
  if (message.includes('exceeds pixel limit')) return new UnreadablePictureError('The picture exceeds 50 megapixels');
  const [reason = ''] = message.replace('The picture cannot be decoded: ', '').split('\n', 1);
  const plain = reason.replace(/: ?$/, '').replace(/^.*libpng read error$/, 'the PNG is cut off or damaged');
  return new UnreadablePictureError(`The picture cannot be read: ${plain}`);
}

const encoded = (picture: RawPicture): Promise<Uint8Array> =>
  openRaster(picture).tiff({ compression: 'none' }).toBuffer();

/** Names keep an error's kind across threads. */
async function withPublicErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof UnreadableImageError) throw unreadable(error);
    if (error instanceof LostSubjectError) throw new NoSubjectError();
    if (error instanceof WorkerModelError) throw new ModelError(error.message);
    throw error;
  }
}

const tasks: ThreadTasks = {
  load: () => withPublicErrors((model ??= load()).then(() => undefined)),
  cutOut: (work) => withPublicErrors(remove(work)),
};

serve(tasks);
