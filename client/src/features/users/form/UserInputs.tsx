import { MAX_NAME_LENGTH } from '@clearcut/schemas/constants';
import { PERMISSION_SECTIONS, type PermissionSection, ROLE_NUMBERS } from '@clearcut/schemas/team/permissions';
import Box from '@mui/material/Box';
import { BooleanInput, CheckboxGroupInput, RadioButtonGroupInput, TextInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSiteFacts } from '../../../lib/site/facts.ts';
import { Choice, choiceGroup } from './Choice.tsx';
import { roleNumbers, type RoleNumber } from '../person/user.ts';

const ABOUT_PAYMENTS: readonly PermissionSection[] = ['billing', 'taxInformation', 'transactionHistory'];

/** Keeps empty text, which react-admin would turn into `null`. */
const asTyped = (value: string): string => value;

export function EmailInput() {
  const { t } = useTranslation('users');
  return (
    <TextInput
      source="email"
      type="email"
      label={t('fields.email')}
      parse={asTyped}
      helperText={false}
      autoComplete="off"
      slotProps={{ htmlInput: { dir: 'ltr' } }}
    />
  );
}

export function NameInputs() {
  const { t } = useTranslation('users');
  return (
    <Box
      sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' }, rowGap: 2.5, columnGap: 2 }}
    >
      {(['firstName', 'lastName'] as const).map((source) => (
        <TextInput
          key={source}
          source={source}
          label={t('optional', { label: t(`fields.${source}`) })}
          parse={asTyped}
          helperText={false}
          autoComplete="off"
          slotProps={{ htmlInput: { maxLength: MAX_NAME_LENGTH } }}
        />
      ))}
    </Box>
  );
}

export function RightsInputs() {
  const { t } = useTranslation('users');
  const { hasCredits } = useSiteFacts();
  const role = useWatch<{ role: RoleNumber }, 'role'>({ name: 'role' });
  return (
    <>
      <RadioButtonGroupInput
        source="role"
        label={t('fields.role')}
        choices={roleNumbers.map((id) => ({ id, name: t(`roles.${id}.name`), text: t(`roles.${id}.text`) }))}
        optionText={<Choice />}
        translateChoice={false}
        parse={Number}
        row={false}
        helperText={false}
        sx={choiceGroup}
      />
      {role === ROLE_NUMBERS.limited && (
        <CheckboxGroupInput
          source="permissions"
          label={t('fields.permissions')}
          choices={PERMISSION_SECTIONS.filter((id) => hasCredits || !ABOUT_PAYMENTS.includes(id)).map((id) => ({
            id,
            name: t(`sections.${id}`),
          }))}
          translateChoice={false}
          helperText={false}
          row={false}
          sx={choiceGroup}
        />
      )}
      {role !== ROLE_NUMBERS.admin && (
        <BooleanInput
          source="mayDeleteOwnAccount"
          label={t('fields.mayDeleteOwnAccount')}
          helperText={t('mayDeleteText')}
        />
      )}
    </>
  );
}
