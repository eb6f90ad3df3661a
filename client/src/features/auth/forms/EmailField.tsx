import type { TextFieldProps } from '@mui/material/TextField';
import TextField from '@mui/material/TextField';

export function EmailField(props: TextFieldProps) {
  return (
    <TextField
      autoComplete="email"
      {...props}
      slotProps={{
        // Addresses run left to right in every language.
        htmlInput: { dir: 'ltr', inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
      }}
    />
  );
}
