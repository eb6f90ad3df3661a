import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useInput } from 'react-admin';

export interface FilterSelectProps {
  readonly source: string;
  readonly label: string;
  readonly any: string;
  readonly choices: readonly { readonly id: string | number; readonly name: string }[];
}

/** react-admin's SelectInput reads its empty choice out as "Clear value", whatever its label. */
export function FilterSelect({ source, label, any, choices }: FilterSelectProps) {
  const { id, field } = useInput<string | number>({ source });
  return (
    <TextField select id={id} label={label} {...field} slotProps={{ select: { displayEmpty: true } }}>
      <MenuItem value="">{any}</MenuItem>
      {choices.map((choice) => (
        <MenuItem key={choice.id} value={choice.id}>
          {choice.name}
        </MenuItem>
      ))}
    </TextField>
  );
}
