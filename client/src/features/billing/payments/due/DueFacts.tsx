import type { Due, PaymentMethod } from '@clearcut/schemas/subscription/http';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../../../lib/errors/useFailureText.ts';
import { useFormat } from '../../../../lib/i18n/useFormat.ts';
import { useMethodName } from '../method-name.ts';

export interface DueFactsProps {
  readonly due: Due;
  readonly methods: readonly PaymentMethod[] | undefined;
}

export function DueFacts({ due, methods }: DueFactsProps) {
  const { t } = useTranslation('due');
  const { moment } = useFormat();
  const nameOf = useMethodName();
  const failureText = useFailureText();
  const { code, methodId, nextTryAt, endsAt, isRenewal, needsAction } = due;
  const refused = methods?.find(({ id }) => id === methodId);
  const facts = [
    ...(refused === undefined ? [] : [[t('method'), nameOf(refused)]]),
    ...(code === null || needsAction ? [] : [[t('reason'), failureText({ code, message: '' })]]),
    ...(nextTryAt === null ? [] : [[t('nextTry'), moment(nextTryAt)]]),
    ...(endsAt === null ? [] : [[t(isRenewal ? 'planEnds' : 'lapses'), moment(endsAt)]]),
  ];
  return (
    <Box
      component="dl"
      sx={{
        margin: 0,
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, auto) minmax(0, 1fr)' },
        rowGap: { xs: 0.25, sm: 1 },
        columnGap: { xs: 0.25, sm: 3 },
        '& dt': { color: 'text.secondary' },
        '& dd': { margin: { xs: '0 0 8px', sm: 0 }, fontWeight: 'strong' },
      }}
    >
      {facts.map(([label, value]) => (
        <Box key={label} sx={{ display: 'contents' }}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Box>
      ))}
    </Box>
  );
}
