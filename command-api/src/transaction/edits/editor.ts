import type { BlobStore } from '@clearcut/platform/blob-store/port';
import type { Database } from '@clearcut/platform/database/database';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import { findOperation, hasOperation, sceneAt } from '@clearcut/schemas/transaction/edit-history';
import { type CustomBackground, MAX_MASK_BYTES } from '@clearcut/schemas/transaction/editing-http';
import type { ImageBlob, TransactionEvent } from '@clearcut/schemas/transaction/events';
import type { Box, SceneSettingsPatch, StrokeMode } from '@clearcut/schemas/transaction/scene';
import { TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import type { Loaded } from '../../kernel/command-handler.ts';
import { actorOf, type Person } from '../../kernel/requester.ts';
import { CatalogueError } from '@clearcut/schemas/errors';
import { waitUntil } from '../../kernel/wait-until.ts';
import type { TransactionChanges } from '../read/changes.ts';
import { editable } from '../domain/guards.ts';
import * as decide from '../domain/edit.ts';
import { applySettings, requestBefore, type SaveIntent } from '../domain/save-requests.ts';
import type { TransactionHandler } from '../handler.ts';
import { probeMask } from '../upload/image-probe/mask.ts';
import { probeImage } from '../upload/image-probe/probe.ts';
import type { Quotas } from '../quotas/quotas.ts';
import { purge } from '../retention/remove.ts';
import type { Spool, SpooledFile } from '../upload/spool.ts';
import { isGone, type PictureDecision, type TransactionState } from '../domain/picture.ts';
import { backgroundPath } from '../read/view.ts';
import { blobOf, type EditRequest, operationIdOf, rememberedIdOf } from './request.ts';

const REFINE_MS = 50_000;
const RECHECK_MS = 1_000;

export interface Edited {
  readonly version: number;
  readonly opId: string;
}

/** @throws CatalogueError as the commands of `domain/edit.ts` do */
export interface Editor {
  /** @throws CatalogueError mask_invalid; what `body` throws */
  mask(request: EditRequest, stroke: { mode: StrokeMode; box: Box; body: AsyncIterable<Uint8Array> }): Promise<Edited>;
  /**
   * A repeat with the same key joins the running job.
   * @throws CatalogueError mask_invalid; what the worker failed with; image_not_ready when it takes too long; what
   * `body` throws
   */
  refineEdge(request: EditRequest, stroke: { box: Box; body: AsyncIterable<Uint8Array> }): Promise<Edited>;
  settings(request: EditRequest, settings: SceneSettingsPatch): Promise<Edited>;
  /** Returns the operation that the save refers to, whatever is edited next; undefined for a repeat. */
  settingsOfSave(
    request: EditRequest,
    settings: SceneSettingsPatch,
    save: {
      readonly intent: SaveIntent | undefined;
      readonly acceptsGuess: boolean;
      /** Precedes the edit: a refused save changes nothing. */
      readonly refuse: (edited: TransactionState) => Promise<void>;
    },
  ): Promise<{ readonly opId: string | undefined; readonly known: Loaded<TransactionState> }>;
  /** `blur` in preview pixels; 0 removes it. */
  blur(request: EditRequest, blur: number): Promise<Edited>;
  reset(request: EditRequest): Promise<Edited>;
  restore(request: EditRequest, opId: string): Promise<Edited>;
  /** @throws CatalogueError for a refused file; what `body` throws */
  addBackground(
    request: EditRequest,
    body: AsyncIterable<Uint8Array>,
  ): Promise<CustomBackground & { readonly version: number }>;
}

interface Handling {
  readonly commandId?: string;
  readonly beforeAppend?: (events: readonly TransactionEvent[], after: TransactionState) => Promise<void>;
}

interface EditorDeps {
  readonly database: Database;
  readonly handler: TransactionHandler;
  readonly changes: TransactionChanges;
  readonly blobStore: BlobStore;
  readonly spool: Spool;
  readonly quotas: Quotas;
}

export function createEditor(deps: EditorDeps): Editor {
  const { handler, spool } = deps;
  return {
    mask: (request, { mode, box, body }) =>
      spool.receive(body, (file) => editMask(deps, request, { mode, box, file }), MAX_MASK_BYTES),
    refineEdge: (request, { box, body }) =>
      spool.receive(body, (file) => refineEdge(deps, request, { box, file }), MAX_MASK_BYTES),
    settings(request, settings) {
      const { transactionId, requester } = request;
      const opId = operationIdOf(request);
      const requestId = rememberedIdOf(request);
      return edit(deps, request, opId, decide.editSettings({ transactionId, requester, requestId, opId, settings }));
    },
    async settingsOfSave(request, settings, { intent, acceptsGuess, refuse }) {
      const { transactionId, requester } = request;
      const opId = operationIdOf(request);
      const change = decide.editSettings({ transactionId, requester, requestId: null, opId, settings });
      const beforeAppend = (_: unknown, edited: TransactionState): Promise<void> => refuse(edited);
      const known = await handle(deps, request, applySettings(intent, acceptsGuess, change), { beforeAppend });
      if (intent !== undefined && requestBefore(intent, known.state) !== undefined) return { opId: undefined, known };
      const { edits } = editable(known.state, requester).picture;
      return { opId: hasOperation(edits, opId) ? opId : edits.headId, known };
    },
    async blur(request, blur) {
      const { state } = await handler.load(request.transactionId);
      return this.settings(request, blurSettings(state, request, blur));
    },
    reset(request) {
      const { transactionId, requester } = request;
      const opId = operationIdOf(request);
      const requestId = rememberedIdOf(request);
      return edit(deps, request, opId, decide.resetEdits({ transactionId, requester, requestId, opId }));
    },
    restore(request, opId) {
      const { transactionId, requester } = request;
      const requestId = rememberedIdOf(request);
      return edit(deps, request, opId, decide.restoreOperation({ transactionId, requester, requestId, opId }));
    },
    addBackground: (request, body) => spool.receive(body, (file) => addBackground(deps, request, file)),
  };
}

async function editMask(
  deps: EditorDeps,
  request: EditRequest,
  { mode, box, file }: { readonly mode: StrokeMode; readonly box: Box; readonly file: SpooledFile },
): Promise<Edited> {
  const { transactionId, requester } = request;
  const mask = blobOf(request, 'mask', file, await probeMask(file.path));
  const opId = operationIdOf(request);
  const decision = decide.editMask({ transactionId, requester, opId, mode, box, mask });
  return { opId, version: await handleWith(deps, request, decision, file, mask) };
}

async function refineEdge(
  deps: EditorDeps,
  request: EditRequest,
  { box, file }: { readonly box: Box; readonly file: SpooledFile },
): Promise<Edited> {
  const { transactionId, requester } = request;
  const { handler, changes } = deps;
  const mask = blobOf(request, 'mask', file, await probeMask(file.path));
  const opId = operationIdOf(request);
  const watch = changes.watch(transactionId);
  try {
    const decision = decide.requestEdgeRefinement({ transactionId, requester, opId, box, mask });
    // A retry after a failure is another command.
    const commandId = derivedId('refine-edge', opId, request.requestId);
    await handleWith(deps, request, decision, file, mask, { commandId });
    const refined = await waitUntil(async () => refinedEdge(await handler.load(transactionId), opId, requester), {
      deadline: performance.now() + REFINE_MS,
      pause: (ms) => watch.next(ms),
      recheckMs: RECHECK_MS,
    });
    if (refined === undefined) throw new CatalogueError('image_not_ready');
    return refined;
  } finally {
    watch.close();
  }
}

function blurSettings(state: TransactionState, request: EditRequest, blur: number): SceneSettingsPatch {
  const { picture } = editable(state, request.requester);
  const before = decide.askedBefore(picture, operationIdOf(request));
  // A repeat sends its original settings; the decision checks.
  const said = before?.kind === 'settings' ? before.settings : undefined;
  const { background } = sceneAt(picture.edits).settings;
  const { blurWidth } = said?.background ?? background;
  if (blur > 0) return { background: { ...TRANSPARENT, base: true, blur, blurWidth } };
  const isOn = said === undefined ? background.base : said.background !== undefined;
  return isOn ? { background: TRANSPARENT } : {};
}

async function addBackground(
  deps: EditorDeps,
  request: EditRequest,
  file: SpooledFile,
): Promise<CustomBackground & { readonly version: number }> {
  const { transactionId, requester } = request;
  const image = blobOf(request, 'background', file, await probeImage(file.path));
  const id = derivedId('background', transactionId, file.sha256);
  const requestId = rememberedIdOf(request);
  const decision = decide.addBackground({ transactionId, requester, requestId, backgroundId: id, image });
  const version = await handleWith(deps, request, decision, file, image);
  return { id, path: backgroundPath(id), version };
}

function handle(
  { handler }: EditorDeps,
  request: EditRequest,
  decision: PictureDecision,
  { commandId = operationIdOf(request), ...options }: Handling = {},
): Promise<Loaded<TransactionState>> {
  const { transactionId, owner, requestId } = request;
  const context = {
    commandId,
    correlationId: requestId,
    causationId: requestId,
    actor: actorOf(owner),
    now: new Date(),
  };
  return handler.handle(transactionId, decision, context, options);
}

async function edit(deps: EditorDeps, request: EditRequest, opId: string, decision: PictureDecision): Promise<Edited> {
  return { opId, version: (await handle(deps, request, decision)).version };
}

async function handleWith(
  deps: EditorDeps,
  request: EditRequest,
  decision: PictureDecision,
  file: SpooledFile,
  blob: ImageBlob,
  handling: Pick<Handling, 'commandId'> = {},
): Promise<number> {
  const { handler, quotas, blobStore } = deps;
  const { transactionId } = request;
  try {
    const { version } = await handle(deps, request, decision, {
      ...handling,
      async beforeAppend() {
        await quotas.refuse(request.owner, request.address, { bytes: file.bytes, pictures: 0 });
        await blobStore.adopt(blob.blob, file);
      },
    });
    return version;
  } catch (error) {
    // The picture was deleted while we stored bytes.
    if (isGone((await handler.load(transactionId)).state)) await purge(deps, transactionId);
    throw error;
  }
}

/** Undefined while in progress. @throws CatalogueError of the failed job; as `editable` does */
function refinedEdge(
  { state, version }: { readonly state: TransactionState; readonly version: number },
  opId: string,
  requester: Person,
): Edited | undefined {
  const { picture } = editable(state, requester);
  if (findOperation(picture.edits, opId) !== undefined) return { version, opId };
  const errorCode = picture.edgeRefinements[opId]?.errorCode ?? null;
  if (errorCode !== null) throw new CatalogueError(errorCode);
  return undefined;
}
