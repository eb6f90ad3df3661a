import Box from '@mui/material/Box';
import type { TextFieldProps } from '@mui/material/TextField';
import type { FieldValues, Path } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormField, type FormFieldProps } from '../../../../ui/forms/FormField.tsx';

/** The form's `first_name` and `last_name`. */
export function NameFields<Values extends FieldValues>({ form }: Pick<FormFieldProps<Values, TextFieldProps>, 'form'>) {
  const { t } = useTranslation('auth');
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
        rowGap: 2,
        columnGap: 1.5,
      }}
    >
      <FormField
        form={form}
        name={'first_name' as Path<Values>}
        label={t('field.firstName')}
        autoComplete="given-name"
      />
      <FormField
        form={form}
        name={'last_name' as Path<Values>}
        label={t('field.lastName')}
        autoComplete="family-name"
      />
    </Box>
  );
}
