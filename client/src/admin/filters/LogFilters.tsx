import { ExportButton } from '../ExportButton.tsx';
import { FilterBar } from './FilterBar.tsx';
import { FilterDay } from './FilterDay.tsx';
import { FilterSelect, type FilterSelectProps } from './FilterSelect.tsx';

type Choice = Omit<FilterSelectProps, 'source'>;

export interface LogFiltersProps {
  readonly label: string;
  readonly kind: Choice;
  readonly person: Choice;
  /** Labels of the first and the last day. */
  readonly from: string;
  readonly to: string;
  /** Label of the button that saves what the filters leave as a file. */
  readonly exported: string;
}

/** Kind, person and period of a list of what happened, and all that they leave as a file. */
export function LogFilters({ label, kind, person, from, to, exported }: LogFiltersProps) {
  return (
    <FilterBar label={label} columns="1fr 1fr 1fr 1fr auto" beside={<ExportButton label={exported} />} alignItems="end">
      <FilterSelect source="kind" {...kind} />
      <FilterSelect source="userId" {...person} />
      <FilterDay source="from" label={from} edge="start" />
      <FilterDay source="to" label={to} edge="end" />
    </FilterBar>
  );
}
