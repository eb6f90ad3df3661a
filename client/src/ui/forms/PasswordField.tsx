import IconButton from '@mui/material/IconButton';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EyeIcon, EyeOffIcon } from '../work-icons.tsx';

export function PasswordField(props: TextFieldProps) {
  const { t } = useTranslation('auth');
  const [shown, setShown] = useState(false);
  return (
    <TextField
      type={shown ? 'text' : 'password'}
      autoComplete="current-password"
      {...props}
      slotProps={{
        ...props.slotProps,
        // Passwords read left to right in every language.
        htmlInput: { dir: 'ltr', spellCheck: false, autoCapitalize: 'none' },
        input: {
          endAdornment: (
            <IconButton
              edge="end"
              color="inherit"
              aria-label={t('password.show')}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
              sx={{ borderRadius: '4px', marginInlineEnd: '-10px' }}
            >
              {shown ? <EyeOffIcon /> : <EyeIcon />}
            </IconButton>
          ),
        },
      }}
    />
  );
}
