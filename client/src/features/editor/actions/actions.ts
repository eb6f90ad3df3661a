import { DEFAULT_SETTINGS } from '@clearcut/schemas/transaction/scene/constants';
import { action, type Action } from '../gestures/action.ts';
import type { EditedPicture } from '../picture/edited-picture.ts';
import { isSame } from '../sync/is-same.ts';
import { preferences } from '../state/preferences.ts';
import { tools } from '../state/tools.ts';
import { brushActions } from '../tools/brush/actions.ts';
import { cropActions } from '../tools/crop/actions.ts';
import { moveActions } from '../tools/move/actions.ts';

const hasChanges = ({ getState }: EditedPicture): boolean => {
  const { version, settings } = getState();
  return version.masks.length > 0 || !isSame(settings, DEFAULT_SETTINGS);
};

/** Actions available from anywhere. Every change is an edit that holds its own inverse, so `undo` reverts it. */
export const actions = {
  undo: action(
    'Control+Z',
    (picture) => picture.undo(),
    ({ getState }) => getState().version.undoId !== null,
  ),
  redo: action(
    'Control+Shift+Z',
    (picture) => picture.redo(),
    ({ getState }) => getState().version.redoId !== null,
  ),
  reset: action(undefined, (picture) => picture.reset(), hasChanges),
  background: action('B', () => tools.showSection('bg')),
  ...brushActions,
  ...moveActions,
  ...cropActions,
  zoomIn: action('+', () => tools.zoom(1)),
  zoomOut: action('-', () => tools.zoom(-1)),
  fit: action('0', () => tools.fit()),
  fill: action('F', () => preferences.change({ fillsWindow: !preferences.getState().fillsWindow, knowsFill: true })),
} as const satisfies Record<string, Action>;
export type ActionName = keyof typeof actions;

/** Keys whose code does not name the character, unlike `KeyE` and `Digit0`. */
const SIGNS: Readonly<Record<string, string>> = { BracketLeft: '[', BracketRight: ']' };

/** On a non-Latin keyboard, the character at that place of a Latin one. Arabic also has keys with two letters. */
function meantBy({ key, code }: KeyboardEvent): string {
  const isOtherScript = /^[\p{L}\p{M}\p{N}]+$/u.test(key) && !/[\p{ASCII}\p{Script=Latin}]/u.test(key);
  if (isOtherScript) return SIGNS[code] ?? code.replace(/^Key|^Digit/, '');
  return key.length === 1 ? key.toUpperCase() : key;
}

/** On a Mac, Command replaces Control. */
export function actionOf(event: KeyboardEvent): Action | undefined {
  const { ctrlKey, metaKey, shiftKey, altKey } = event;
  const letter = meantBy(event);
  // Many layouts have brackets on AltGr, which may arrive as Control+Alt or Option.
  if (altKey && (metaKey || (letter !== '[' && letter !== ']'))) return undefined;
  const isCommand = (ctrlKey || metaKey) && !altKey;
  if (isCommand) {
    if (letter === 'Y' && !shiftKey) return actions.redo;
    if (letter === 'Z') return shiftKey ? actions.redo : actions.undo;
    return undefined;
  }
  const typed = letter === '=' ? '+' : letter;
  return Object.values(actions).find(({ shortcut }) => shortcut === typed);
}
