import { Store } from '../../../lib/store.ts';
import { readStored, writeStored } from '../../../lib/storage/storage.ts';

/** How this person likes to work in the editor, whatever the picture. */
export interface Preferences {
  /** The stage takes what the window leaves it, and not the usual size. */
  readonly fillsWindow: boolean;
  /** Keys without Control or Command do something. Who speaks to the computer presses them by accident (WCAG 2.1.4). */
  readonly hasLetterKeys: boolean;
}

/** Whether a shortcut is a single letter, digit or sign, without Control or Command. */
export const isLetterKey = (shortcut: string): boolean => !shortcut.startsWith('Control+');

const DEFAULTS: Preferences = { fillsWindow: false, hasLetterKeys: true };

/** What is stored under editor-preferences; whatever of it is not ours is the default. */
export function parsePreferences(text: string | undefined): Preferences {
  let stored: Partial<Record<keyof Preferences, unknown>> | null;
  try {
    stored = JSON.parse(text ?? '{}') as typeof stored;
  } catch {
    return DEFAULTS;
  }
  const told = (key: keyof Preferences): boolean => {
    const value = stored?.[key];
    return typeof value === 'boolean' ? value : DEFAULTS[key];
  };
  return { fillsWindow: told('fillsWindow'), hasLetterKeys: told('hasLetterKeys') };
}

class PreferencesStore extends Store<Preferences> {
  constructor() {
    super(parsePreferences(readStored('editor-preferences')));
  }

  change(change: Partial<Preferences>): void {
    this.set(change);
    writeStored('editor-preferences', JSON.stringify(this.getState()));
  }
}

export const preferences = new PreferencesStore();
