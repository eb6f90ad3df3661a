import { ExportButton, type ExportButtonProps } from '../ExportButton.tsx';
import { FilterBar } from './FilterBar.tsx';
import { FilterDay } from './FilterDay.tsx';
import { FilterPerson } from './FilterPerson.tsx';
import { FilterSelect, type FilterSelectProps } from './FilterSelect.tsx';

type Choice = Omit<FilterSelectProps, 'source'>;

export interface LogFiltersProps {
  readonly label: string;
  readonly kind: Choice;
  readonly person: Choice;
  readonly from: string;
  readonly to: string;
  readonly exported: ExportButtonProps;
}

export function LogFilters({ label, kind, person, from, to, exported }: LogFiltersProps) {
  return (
    <FilterBar label={label} columns="1fr 1fr 1fr 1fr auto" beside={<ExportButton {...exported} />} alignItems="end">
      <FilterSelect source="kind" {...kind} />
      <FilterPerson source="userId" {...person} />
      <FilterDay source="from" label={from} edge="start" />
      <FilterDay source="to" label={to} edge="end" />
    </FilterBar>
  );
}
