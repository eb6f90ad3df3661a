import type { FailureGroupView } from '@clearcut/schemas/support/http';

export const SHOWN = ['open', 'expected', 'ignored'] as const;
export type Shown = (typeof SHOWN)[number];

export const ORDERS = ['last', 'count', 'people'] as const;
export type Order = (typeof ORDERS)[number];

export const isOrder = (value: string): value is Order => ORDERS.some((order) => order === value);

/** Each group is in one list. */
export function isShown({ isExpected, isIgnored }: FailureGroupView, shown: Shown): boolean {
  if (shown === 'ignored') return isIgnored;
  return !isIgnored && isExpected === (shown === 'expected');
}

export function shownOf(
  groups: readonly FailureGroupView[],
  { shown, order, find }: { readonly shown: Shown; readonly order: Order; readonly find: string },
): FailureGroupView[] {
  const words = find.trim().toLowerCase();
  return groups
    .filter((group) => isShown(group, shown))
    .filter(({ code, place, model }) => `${code} ${place} ${model ?? ''}`.toLowerCase().includes(words))
    .toSorted((a, b) => (order === 'last' ? Date.parse(b.last) - Date.parse(a.last) : b[order] - a[order]));
}
