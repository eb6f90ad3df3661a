import { isLetterKey } from './preferences.ts';
import { usePreferences } from './usePreferences.ts';

interface Keyed {
  /** As `aria-keyshortcuts` writes it. */
  readonly shortcut: string | undefined;
}

/** The key of what a button or a choice does, as a property to be spread; none where the person turned such keys off. */
export function useShortcutOf(): (keyed: Keyed) => { readonly shortcut?: string } {
  const { hasLetterKeys } = usePreferences();
  return ({ shortcut }) => (shortcut === undefined || (!hasLetterKeys && isLetterKey(shortcut)) ? {} : { shortcut });
}
