import { SUPPORT } from '@clearcut/schemas/constants';
import { MIN_REASON_LENGTH } from '@clearcut/schemas/support/access';
import { visibleLength } from '@clearcut/schemas/text/characters';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';

interface ReasonFieldProps {
  readonly hint: string;
  readonly value: string;
  readonly disabled?: boolean;
  readonly onChange: (value: string) => void;
}

export const isReason = (text: string): boolean => visibleLength(text) >= MIN_REASON_LENGTH;

export function ReasonField({ hint, value, disabled = false, onChange }: ReasonFieldProps) {
  const { t } = useTranslation('support');
  return (
    <TextField
      label={t('reason.label')}
      helperText={hint}
      value={value}
      disabled={disabled}
      onChange={({ target }) => onChange(target.value)}
      multiline
      minRows={2}
      fullWidth
      slotProps={{ htmlInput: { maxLength: SUPPORT.reasonLength } }}
      sx={{ marginBlockEnd: 2.5 }}
    />
  );
}
