import TextField from '@mui/material/TextField';

/** A value among the fields of a form that cannot be changed there; it can be read and copied. */
export function FixedField({ label, value }: { label: string; value: string }) {
  return (
    <TextField
      label={label}
      value={value}
      slotProps={{ htmlInput: { readOnly: true, dir: 'ltr' } }}
      sx={{ '& .MuiOutlinedInput-root': { backgroundColor: 'clearcut.desk' } }}
    />
  );
}
