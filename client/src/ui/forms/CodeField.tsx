import TextField, { type TextFieldProps } from '@mui/material/TextField';

/** Text, since recovery codes have letters too. */
export function CodeField(props: TextFieldProps) {
  return (
    <TextField
      autoComplete="one-time-code"
      {...props}
      slotProps={{
        ...props.slotProps,
        htmlInput: { dir: 'ltr', spellCheck: false, autoCapitalize: 'none', maxLength: 64 },
      }}
    />
  );
}
