import { DEFAULT_KEY_LIMITS, type KeyLimits } from '@clearcut/schemas/api-keys/rights';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';

/** As typed. */
export interface LimitFields {
  readonly requestsPerMinute: string;
  readonly creditsPerDay: string;
  readonly creditsPerMonth: string;
  readonly networks: string;
  readonly origins: string;
}

interface Limited {
  readonly limits: KeyLimits;
  readonly networks: string[];
  readonly origins: string[];
}

export const fieldsOf = ({ limits, networks, origins }: Limited): LimitFields => ({
  requestsPerMinute: String(limits.requestsPerMinute),
  creditsPerDay: limits.creditsPerDay?.toString() ?? '',
  creditsPerMonth: limits.creditsPerMonth?.toString() ?? '',
  networks: networks.join('\n'),
  origins: origins.join('\n'),
});

export const NO_LIMITS = fieldsOf({ limits: DEFAULT_KEY_LIMITS, networks: [], origins: [] });

const creditsOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));
const linesOf = (text: string): string[] => text.split(/[\s,]+/).filter((line) => line !== '');

/** The server checks them. */
export const limitsOf = (fields: LimitFields): Limited => ({
  limits: {
    requestsPerMinute: Number(fields.requestsPerMinute),
    creditsPerDay: creditsOf(fields.creditsPerDay),
    creditsPerMonth: creditsOf(fields.creditsPerMonth),
  },
  networks: linesOf(fields.networks),
  origins: linesOf(fields.origins),
});

interface KeyLimitFieldsProps {
  readonly fields: LimitFields;
  readonly onChange: (fields: LimitFields) => void;
}

const NUMBERS = ['requestsPerMinute', 'creditsPerDay', 'creditsPerMonth'] as const;
const LISTS = ['networks', 'origins'] as const;

export function KeyLimitFields({ fields, onChange }: KeyLimitFieldsProps) {
  const { t } = useTranslation('api');
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      {NUMBERS.map((name) => (
        <TextField
          key={name}
          label={t(`limits.${name}`)}
          helperText={name === 'requestsPerMinute' ? undefined : t('limits.empty')}
          value={fields[name]}
          onChange={({ target }) => onChange({ ...fields, [name]: target.value.replace(/\D/g, '') })}
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 9 } }}
        />
      ))}
      {LISTS.map((name) => (
        <TextField
          key={name}
          multiline
          minRows={2}
          label={t(`limits.${name}`)}
          helperText={t(`limits.${name}Help`)}
          value={fields[name]}
          onChange={({ target }) => onChange({ ...fields, [name]: target.value })}
          slotProps={{ htmlInput: { dir: 'ltr', spellCheck: false } }}
        />
      ))}
    </Box>
  );
}
