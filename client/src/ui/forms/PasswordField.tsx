import { MIN_PASSWORD_LENGTH } from '@clearcut/schemas/constants';
import IconButton from '@mui/material/IconButton';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EyeIcon, EyeOffIcon } from '../icons.tsx';

export type PasswordFieldProps = TextFieldProps & {
  /** A password that is being set: says what it must be and what makes it good. */
  readonly isNew?: boolean;
};

/** A password, which can be looked at while it is typed. */
export function PasswordField({ isNew = false, helperText, ...props }: PasswordFieldProps) {
  const { t } = useTranslation('auth');
  const [shown, setShown] = useState(false);
  return (
    <TextField
      type={shown ? 'text' : 'password'}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      helperText={helperText ?? (isNew ? t('password.advice', { min: MIN_PASSWORD_LENGTH }) : undefined)}
      {...props}
      slotProps={{
        ...props.slotProps,
        // Passwords are written from the left in every language.
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
