import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { useRef, useState } from 'react';
import { NOTHING, pressed, withAll, type Selection } from './selection.ts';

export interface PictureSelection {
  /** Includes other pages, as last seen. */
  readonly selected: readonly TransactionView[];
  readonly has: (id: string) => boolean;
  readonly press: (id: string, extend: boolean) => void;
  readonly setPage: (isSelected: boolean) => void;
  readonly drop: (ids: readonly string[]) => void;
  readonly clear: () => void;
}

type Views = ReadonlyMap<string, TransactionView>;

/**
 * Selection across pages.
 * @param page the pictures shown
 * @param now epoch milliseconds; expired pictures leave the selection
 */
export function useSelection(page: readonly TransactionView[], now: number): PictureSelection {
  const [selection, setSelection] = useState(NOTHING);
  /** Pictures of every page with a selection. */
  const [seen, setSeen] = useState<Views>(new Map());
  const last = useRef<string>(undefined);
  const ids = page.map(({ id }) => id);
  const views = new Map([...seen, ...page.map((view) => [view.id, view] as const)]);

  const change = (changed: Selection) => {
    setSelection(changed);
    setSeen(views);
  };
  return {
    selected: [...selection]
      .map((id) => views.get(id))
      .filter((view) => view !== undefined)
      .filter(({ expiresAt }) => Date.parse(expiresAt) > now),
    has: (id) => selection.has(id),
    press: (id, extend) => {
      change(pressed(selection, ids, id, extend ? last.current : id));
      last.current = id;
    },
    setPage: (isSelected) => change(withAll(selection, ids, isSelected)),
    drop: (gone) => setSelection((before) => withAll(before, gone, false)),
    clear: () => setSelection(NOTHING),
  };
}
