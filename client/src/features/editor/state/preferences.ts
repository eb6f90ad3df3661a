import { Store } from '../../../lib/store.ts';
import { readStored, writeStored } from '../../../lib/storage/storage.ts';

export interface Preferences {
  /** The stage takes the space the window leaves. */
  readonly fillsWindow: boolean;
  /** Whether this person has chosen so; until then the button has words. */
  readonly knowsFill: boolean;
  readonly magicBrush: boolean;
  /** Enables keys without Control or Command. Speech input triggers them by accident (WCAG 2.1.4). */
  readonly hasLetterKeys: boolean;
}

export const isLetterKey = (shortcut: string): boolean => !shortcut.startsWith('Control+');

const DEFAULTS: Preferences = { fillsWindow: false, knowsFill: false, magicBrush: true, hasLetterKeys: true };

/** Reads editor-preferences; invalid parts become the default. */
export function parsePreferences(text: string | undefined): Preferences {
  let stored: Partial<Record<keyof Preferences, unknown>> | null;
  try {
    stored = JSON.parse(text ?? '{}') as typeof stored;
  } catch {
    return DEFAULTS;
  }
  const isOn = (key: keyof Preferences): boolean => {
    const value = stored?.[key];
    return typeof value === 'boolean' ? value : DEFAULTS[key];
  };
  return {
    fillsWindow: isOn('fillsWindow'),
    knowsFill: isOn('knowsFill'),
    magicBrush: isOn('magicBrush'),
    hasLetterKeys: isOn('hasLetterKeys'),
  };
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
