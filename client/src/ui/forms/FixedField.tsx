import TextField from '@mui/material/TextField';

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
