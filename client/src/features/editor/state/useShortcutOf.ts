import { isLetterKey } from './preferences.ts';
import { usePreferences } from './usePreferences.ts';

interface Keyed {
  /** In `aria-keyshortcuts` notation. */
  readonly shortcut: string | undefined;
}

/** Props to spread; empty when the person disabled such keys. */
export function useShortcutOf(): (keyed: Keyed) => { readonly shortcut?: string } {
  const { hasLetterKeys } = usePreferences();
  return ({ shortcut }) => (shortcut === undefined || (!hasLetterKeys && isLetterKey(shortcut)) ? {} : { shortcut });
}
