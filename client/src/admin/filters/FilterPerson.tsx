import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useInput } from 'react-admin';
import { FilterSelect, type FilterSelectProps } from './FilterSelect.tsx';

/** A longer list is searched instead of looked through. */
const SHORT = 20;

export function FilterPerson(props: FilterSelectProps) {
  return props.choices.length > SHORT ? <Search {...props} /> : <FilterSelect {...props} />;
}

function Search({ source, label, any, choices }: FilterSelectProps) {
  const { id, field } = useInput<string | number>({ source });
  return (
    <Autocomplete
      // Typing only searches: the user picks a name.
      freeSolo
      disableClearable={field.value === ''}
      id={id}
      options={[...choices]}
      value={choices.find((choice) => choice.id === field.value) ?? null}
      getOptionLabel={(choice) => (typeof choice === 'string' ? choice : choice.name)}
      getOptionKey={(choice) => (typeof choice === 'string' ? choice : choice.id)}
      isOptionEqualToValue={(one, other) => one === other}
      onChange={(_event, choice) => field.onChange(choice === null || typeof choice === 'string' ? '' : choice.id)}
      renderInput={(params) => <TextField {...params} label={label} placeholder={any} />}
    />
  );
}
