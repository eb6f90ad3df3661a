import TextField from '@mui/material/TextField';
import { useInput } from 'react-admin';
import { dayOfMoment, isOfWholeYear, momentOfDay, type Edge } from './day.ts';

export interface FilterDayProps {
  readonly source: string;
  readonly label: string;
  readonly edge: Edge;
}

export function FilterDay({ source, label, edge }: FilterDayProps) {
  const { id, field, fieldState } = useInput<string>({
    source,
    parse: (day: string) => momentOfDay(day, edge) ?? '',
    format: (moment: string | null | undefined) => dayOfMoment(moment, edge),
    // An invalid field does not filter.
    validate: (moment?: string) => (!moment || isOfWholeYear(moment) ? undefined : source),
  });
  return (
    <TextField
      type="date"
      id={id}
      label={label}
      {...field}
      error={fieldState.invalid}
      // At 320 px, the usual padding would cut the year.
      sx={{ '& input': { height: '24px', paddingInlineEnd: '4px' } }}
    />
  );
}
