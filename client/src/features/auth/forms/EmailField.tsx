import type { TextFieldProps } from '@mui/material/TextField';
import TextField from '@mui/material/TextField';

/** An e-mail address, with the keyboard and the suggestions for one. */
export function EmailField(props: TextFieldProps) {
  return (
    <TextField
      autoComplete="email"
      {...props}
      slotProps={{
        // Addresses are written from the left in every language.
        htmlInput: { dir: 'ltr', inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
      }}
    />
  );
}
