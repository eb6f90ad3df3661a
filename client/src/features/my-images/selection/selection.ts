export type Selection = ReadonlySet<string>;

export const NOTHING: Selection = new Set();

/**
 * The selection after pressing `id`. With `from`, the previous press, the whole range takes the state of `id`, as in
 * file lists.
 * @param ids the page in order
 */
export function pressed(
  selection: Selection,
  ids: readonly string[],
  id: string,
  from: string | undefined = id,
): Selection {
  const ends = [ids.indexOf(id), ids.indexOf(from)];
  const range = ends.includes(-1) ? [id] : ids.slice(Math.min(...ends), Math.max(...ends) + 1);
  return withAll(selection, range, !selection.has(id));
}

export function withAll(selection: Selection, ids: readonly string[], isSelected: boolean): Selection {
  const changed = new Set(selection);
  for (const id of ids) {
    if (isSelected) changed.add(id);
    else changed.delete(id);
  }
  return changed;
}
