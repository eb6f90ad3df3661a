import type { TextFieldProps } from '@mui/material/TextField';
import type { FieldValues, Path } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormField, type FormFieldProps } from '../../../../ui/forms/FormField.tsx';
import { PasswordField } from '../../../../ui/forms/PasswordField.tsx';

/** The form's `repeat`. */
export function RepeatPasswordField<Values extends FieldValues>({
  form,
}: Pick<FormFieldProps<Values, TextFieldProps>, 'form'>) {
  const { t } = useTranslation('auth');
  return (
    <FormField
      form={form}
      name={'repeat' as Path<Values>}
      as={PasswordField}
      autoComplete="new-password"
      label={t('field.repeatPassword')}
    />
  );
}
