import type { TransactionEvent } from './events.ts';
import type { ImageBlob } from './picture.ts';
import { sceneSettingsSchema, type Box, type MaskMode, type SceneSettings, type SceneSettingsPatch } from './scene.ts';
import { DEFAULT_SETTINGS } from './scene/constants.ts';

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

/** A tree below the original's operation, as plain data, so that a read model can store it. */
export interface EditHistory {
  readonly rootId: string;
  /** Parents come first. A list, since copying an index with each stroke would cost. */
  readonly operations: readonly Operation[];
  /** The picture is the path from the root to here. */
  readonly headId: string;
  /** Redo leads here; the head is on the path. */
  readonly tipId: string;
}

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
    // Moving back along the path keeps redo; anything else is a new branch.
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

export const hasOperation = ({ rootId, operations }: EditHistory, opId: string): boolean =>
  opId === rootId || operations.some((operation) => operation.opId === opId);

/** Null at the root. */
export const undoTarget = (history: EditHistory): string | null =>
  findOperation(history, history.headId)?.parentId ?? null;

/** Null when nothing was undone. */
export const redoTarget = (history: EditHistory): string | null =>
  wayTo(history, history.tipId).find(({ parentId }) => parentId === history.headId)?.opId ?? null;

export const findOperation = ({ operations }: EditHistory, opId: string): Operation | undefined =>
  operations.find((operation) => operation.opId === opId);

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

/** In order, without undone operations and those before a reset. */
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

export function patched(settings: SceneSettings, { background, position, shadow }: SceneSettingsPatch): SceneSettings {
  return {
    background: background ?? settings.background,
    position: position ?? settings.position,
    shadow: shadow === undefined ? settings.shadow : shadow,
  };
}

export const isUnedited = ({ masks, settings }: EditedScene): boolean =>
  masks.length === 0 && isSameSettings(settings, DEFAULT_SETTINGS);

/** The parser orders keys, so texts compare. */
export const isSameSettings = (a: SceneSettings, b: SceneSettings): boolean =>
  JSON.stringify(sceneSettingsSchema.parse(a)) === JSON.stringify(sceneSettingsSchema.parse(b));

/** Looks no further than the tip: undo and redo stay close to it. */
function isOnWay({ operations, rootId, tipId }: EditHistory, opId: string): boolean {
  if (opId === rootId) return true;
  let wanted = tipId;
  for (let at = operations.length - 1; at >= 0 && wanted !== opId; at -= 1) {
    const operation = operations[at];
    if (operation?.opId === wanted) wanted = operation.parentId;
  }
  return wanted === opId;
}

/** Includes `opId`. */
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
