import type { TransactionEvent } from './events.ts';
import type { ImageBlob } from './picture.ts';
import { sceneSettingsSchema, type Box, type MaskMode, type SceneSettings, type SceneSettingsPatch } from './scene.ts';
import { DEFAULT_SETTINGS } from './scene/constants.ts';

/** A stroke with where its mask lies; of a refined edge, with its patch. */
export interface MaskEdit {
  readonly opId: string;
  readonly mode: MaskMode;
  readonly box: Box;
  readonly mask: ImageBlob;
}

export type Operation =
  | ({ readonly kind: 'mask'; readonly parentId: string } & MaskEdit)
  | {
      readonly kind: 'settings';
      readonly opId: string;
      readonly parentId: string;
      readonly settings: SceneSettingsPatch;
    }
  | { readonly kind: 'reset'; readonly opId: string; readonly parentId: string };

/**
 * The operations of a picture: a tree below the original's operation. Plain data, so that a read model can keep it as it is.
 */
export interface EditHistory {
  /** The original's operation: the picture as it was cut out. */
  readonly rootId: string;
  /** In the order in which they were made, so each after its parent. A list: it grows with each stroke, and copying an index would not be cheap. */
  readonly operations: readonly Operation[];
  /** What the picture looks like now is the way from the root to here. */
  readonly headId: string;
  /** Where redo leads to: the head is on the way from the root to here. */
  readonly tipId: string;
}

/** What is drawn: strokes in the order in which they were made, and the settings. */
export interface EditedScene {
  readonly masks: readonly MaskEdit[];
  readonly settings: SceneSettings;
}

export const emptyHistory = (rootId: string): EditHistory => ({
  rootId,
  operations: [],
  headId: rootId,
  tipId: rootId,
});

/** The history after an event; events that edit nothing leave it as it is. */
export function evolveHistory(history: EditHistory, event: TransactionEvent): EditHistory {
  if (event.type === 'MaskEdited') {
    const { opId, parentId, mode, box, mask } = event.data;
    return added(history, { kind: 'mask', opId, parentId, mode, box, mask });
  }
  if (event.type === 'EdgeRefined') {
    const { opId, parentId, box, patch } = event.data;
    return added(history, { kind: 'mask', opId, parentId, mode: 'refine', box, mask: patch });
  }
  if (event.type === 'SettingsEdited') {
    const { opId, parentId, settings } = event.data;
    return added(history, { kind: 'settings', opId, parentId, settings });
  }
  if (event.type === 'EditsReset') {
    const { opId, parentId } = event.data;
    return added(history, { kind: 'reset', opId, parentId });
  }
  if (event.type === 'OperationRestored') {
    const { opId } = event.data;
    // Back along the way that led here keeps what redo would bring; anywhere else is a new way.
    const onTheWay = isOnWay(history, opId);
    return { ...history, headId: opId, tipId: onTheWay ? history.tipId : opId };
  }
  return history;
}

function added(history: EditHistory, operation: Operation): EditHistory {
  return {
    ...history,
    operations: [...history.operations, operation],
    headId: operation.opId,
    tipId: operation.opId,
  };
}

/** Whether the picture can be brought back to what it was after `opId`. */
export const hasOperation = ({ rootId, operations }: EditHistory, opId: string): boolean =>
  opId === rootId || operations.some((operation) => operation.opId === opId);

/** What undo restores; null at the root. */
export const undoTarget = (history: EditHistory): string | null =>
  findOperation(history, history.headId)?.parentId ?? null;

/** What redo restores; null when nothing was undone. */
export const redoTarget = (history: EditHistory): string | null =>
  wayTo(history, history.tipId).find(({ parentId }) => parentId === history.headId)?.opId ?? null;

export const findOperation = ({ operations }: EditHistory, opId: string): Operation | undefined =>
  operations.find((operation) => operation.opId === opId);

/** The picture as the operation `opId` left it: by default as it is now. */
export function sceneAt(history: EditHistory, opId: string = history.headId): EditedScene {
  const masks: MaskEdit[] = [];
  let settings = DEFAULT_SETTINGS;
  for (const operation of standingOperations(history, opId)) {
    if (operation.kind === 'mask') {
      const { opId, mode, box, mask } = operation;
      masks.push({ opId, mode, box, mask });
    } else {
      settings = patched(settings, operation.settings);
    }
  }
  return { masks, settings };
}

/** The operations that decide what the picture looks like, in their order: neither undone nor taken back by a reset. */
export function standingOperations(
  history: EditHistory,
  opId: string = history.headId,
): Exclude<Operation, { kind: 'reset' }>[] {
  const standing: Exclude<Operation, { kind: 'reset' }>[] = [];
  for (const operation of wayTo(history, opId)) {
    if (operation.kind === 'reset') standing.length = 0;
    else standing.push(operation);
  }
  return standing;
}

/** Settings with the blocks that a patch names. */
export function patched(settings: SceneSettings, { background, position, shadow }: SceneSettingsPatch): SceneSettings {
  return {
    background: background ?? settings.background,
    position: position ?? settings.position,
    shadow: shadow === undefined ? settings.shadow : shadow,
  };
}

/** Whether it looks as it was cut out. */
export const isUnedited = ({ masks, settings }: EditedScene): boolean =>
  masks.length === 0 && isSameSettings(settings, DEFAULT_SETTINGS);

/** The parser puts keys in their order, whatever a database or a client made of it. */
export const isSameSettings = (a: SceneSettings, b: SceneSettings): boolean =>
  JSON.stringify(sceneSettingsSchema.parse(a)) === JSON.stringify(sceneSettingsSchema.parse(b));

/** Whether `opId` is on the way from the root to the tip. Looks no further than there: undo and redo stay close to the tip. */
function isOnWay({ operations, rootId, tipId }: EditHistory, opId: string): boolean {
  if (opId === rootId) return true;
  let wanted = tipId;
  for (let at = operations.length - 1; at >= 0 && wanted !== opId; at -= 1) {
    const operation = operations[at];
    if (operation?.opId === wanted) wanted = operation.parentId;
  }
  return wanted === opId;
}

/** The operations that lead from the root to `opId`, that one included. */
function wayTo({ operations, rootId }: EditHistory, opId: string): Operation[] {
  const way: Operation[] = [];
  let wanted = opId;
  for (let at = operations.length - 1; at >= 0; at -= 1) {
    const operation = operations[at];
    if (operation?.opId !== wanted) continue;
    way.push(operation);
    wanted = operation.parentId;
  }
  if (wanted !== rootId) throw new Error(`Operation ${opId} does not stand on the original's`);
  return way.toReversed();
}
