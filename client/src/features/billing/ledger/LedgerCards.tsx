import type { LedgerEntry } from '@clearcut/schemas/credits/http';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { Moment } from '../../../ui/Moment.tsx';
import { CardList } from '../../../admin/CardList.tsx';
import { LogNoMatch } from '../../../admin/LogNotes.tsx';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { Amount, Description, Proofs, Who } from './LedgerParts.tsx';

const card = { gridTemplateColumns: 'minmax(0, 1fr) auto', rowGap: 0.75, columnGap: 2 } as const;

const quiet = { color: 'text.secondary', fontSize: 'small' } as const;

/** Replaces the table on narrow screens. */
export function LedgerCards() {
  const { t } = useTranslation('ledger');
  const { number } = useFormat();
  return (
    <CardList<LedgerEntry> card={card} noMatch={<LogNoMatch log="ledger" />}>
      {(line) => (
        <>
          <Description line={line} />
          <Box sx={{ textAlign: 'end' }}>
            <Amount line={line} />
          </Box>
          <Box sx={quiet}>
            <Moment iso={line.date} />
            <Box>
              <Who line={line} />
            </Box>
          </Box>
          <Box sx={{ ...quiet, textAlign: 'end' }}>{t('balance', { number: number(line.balance) })}</Box>
          <Box sx={{ gridColumn: '1 / -1', '&:empty': { display: 'none' } }}>
            <Proofs line={line} />
          </Box>
        </>
      )}
    </CardList>
  );
}
