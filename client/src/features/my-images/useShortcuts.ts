import { useEffect } from 'react';

export interface Shortcuts {
  readonly onSelectAll: () => void;
  readonly onClear: () => void;
  readonly onDelete: () => void;
}

/** Elements with their own keys. */
const BUSY = 'dialog, textarea, select, [role=combobox], [role=listbox], input:not([type=checkbox])';

/** Ctrl+A (⌘A), Escape and Delete, as in file lists. */
export function useShortcuts({ onSelectAll, onClear, onDelete }: Shortcuts): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.target instanceof Element && event.target.closest(BUSY) !== null) return;
      if (document.querySelector('dialog[open]') !== null) return;
      if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        onSelectAll();
      } else if (event.key === 'Escape') onClear();
      else if (event.key === 'Delete') onDelete();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [onSelectAll, onClear, onDelete]);
}
