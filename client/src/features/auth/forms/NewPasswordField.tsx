import Box from '@mui/material/Box';
import { type FieldValues, type Path, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type AnyForm, FormField } from '../../../ui/forms/FormField.tsx';
import { PasswordField } from '../../../ui/forms/PasswordField.tsx';
import { useAuthOptions } from '../human-check/useAuthOptions.ts';
import { StrengthMeter } from './strength/StrengthMeter.tsx';

export interface NewPasswordFieldProps<Values extends FieldValues> {
  readonly form: Pick<AnyForm<Values>, 'register' | 'formState' | 'control'>;
  readonly label: string;
}

/** Secret fields; the others count as known about the person. */
const SECRETS = new Set(['password', 'repeat', 'current']);

/** The form's `password`, with its rules and strength. */
export function NewPasswordField<Values extends FieldValues>({ form, label }: NewPasswordFieldProps<Values>) {
  const { t } = useTranslation('auth');
  const { passwordMinLength } = useAuthOptions();
  const values: Readonly<Record<string, unknown>> = useWatch({ control: form.control });
  const { password } = values;
  const known = Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' && !SECRETS.has(name) ? [value] : [],
  );
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <FormField
        form={form}
        name={'password' as Path<Values>}
        as={PasswordField}
        label={label}
        autoComplete="new-password"
        helperText={t('password.advice', { count: passwordMinLength, min: passwordMinLength })}
      />
      <StrengthMeter password={typeof password === 'string' ? password : ''} known={known} />
    </Box>
  );
}
