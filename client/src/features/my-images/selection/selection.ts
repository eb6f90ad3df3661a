/** What is selected on a list, in no order. */
export type Selection = ReadonlySet<string>;

export const NOTHING: Selection = new Set();

/**
 * The selection after `id` was pressed. With `from`, where the last press was, everything between the two becomes what `id`
 * becomes, as in every list of files.
 * @param ids all of the page, from first to last
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

/** The selection with all of `ids`, or with none of them. */
export function withAll(selection: Selection, ids: readonly string[], isSelected: boolean): Selection {
  const changed = new Set(selection);
  for (const id of ids) {
    if (isSelected) changed.add(id);
    else changed.delete(id);
  }
  return changed;
}
