import { DEFAULT_SETTINGS } from '@clearcut/schemas/transaction/scene';
import { cropTool } from './tools/crop/crop-choice.ts';
import type { EditedPicture } from './picture/edited-picture.ts';
import { isSame } from './sync/is-same.ts';
import { tools } from './state/tools.ts';

/** Something that a button, a key or both do. */
export interface Action {
  readonly name: string;
  /** As `aria-keyshortcuts` writes it; undefined where a button is enough. */
  readonly shortcut: string | undefined;
  readonly isEnabled: (picture: EditedPicture) => boolean;
  readonly perform: (picture: EditedPicture) => void;
}

const action = (
  shortcut: string | undefined,
  perform: Action['perform'],
  isEnabled: Action['isEnabled'] = () => true,
): Omit<Action, 'name'> => ({ shortcut, perform, isEnabled });

/** Whether a reset would change anything. */
const hasChanges = ({ getState }: EditedPicture): boolean => {
  const { version, settings } = getState();
  return version.masks.length > 0 || !isSame(settings, DEFAULT_SETTINGS);
};

/**
 * Everything that can be done from anywhere. What changes the picture is an edit, and how to take it back is the edit's parent: so each
 * of them is undone by `undo`.
 */
const definitions = {
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
  erase: action('E', () => tools.takeBrush('erase')),
  restore: action('R', () => tools.takeBrush('restore')),
  background: action('B', () => tools.showSection('bg')),
  arrange: action('V', () => tools.showSection('arrange')),
  crop: action('C', () => {
    cropTool.begin();
    tools.crop(true);
  }),
  smaller: action('[', () => tools.resizeBrush(-1)),
  larger: action(']', () => tools.resizeBrush(1)),
  zoomIn: action('+', () => tools.zoom(1)),
  zoomOut: action('-', () => tools.zoom(-1)),
  fit: action('0', () => tools.fit()),
} as const;
export type ActionName = keyof typeof definitions;

export const actions = Object.fromEntries(
  Object.entries(definitions).map(([name, definition]) => [name, { name, ...definition }]),
) as Readonly<Record<ActionName, Action>>;

/** Of keys whose code is not what they mean, as `KeyE` and `Digit0` are. */
const SIGNS: Readonly<Record<string, string>> = { BracketLeft: '[', BracketRight: ']' };

/** What a key means: on a keyboard of another script, what is at its place on a Latin one. Arabic has keys with two letters, too. */
function meantBy({ key, code }: KeyboardEvent): string {
  const isOtherScript = /^[\p{L}\p{M}\p{N}]+$/u.test(key) && !/[\p{ASCII}\p{Script=Latin}]/u.test(key);
  if (isOtherScript) return SIGNS[code] ?? code.replace(/^Key|^Digit/, '');
  return key.length === 1 ? key.toUpperCase() : key;
}

/** The action of a key, if it is one's. On a Mac the command key is what the control key is elsewhere. */
export function actionOf(event: KeyboardEvent): Action | undefined {
  const { ctrlKey, metaKey, shiftKey, altKey } = event;
  const letter = meantBy(event);
  // Many layouts have brackets on AltGr, which may come as Control and Alt, or on Option.
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
