import type { LedgerEntry } from '@clearcut/schemas/credits/http';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useListContext } from 'react-admin';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/i18n/useFormat.ts';
import { LedgerNoMatch } from './LedgerNotes.tsx';
import { Amount, Description, Moment, Proofs, Who } from './LedgerParts.tsx';

const card = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: '6px 16px',
  padding: '16px 20px',
  '& + &': { borderBlockStart: '1px solid', borderColor: 'divider' },
} as const;

const quiet = { color: 'text.secondary', fontSize: '0.875rem' } as const;

function CreditCard({ line }: { line: LedgerEntry }) {
  const { t } = useTranslation('ledger');
  const { number } = useFormat();
  return (
    <Box component="li" sx={card}>
      <Description line={line} />
      <Box sx={{ textAlign: 'end' }}>
        <Amount line={line} />
      </Box>
      <Box sx={quiet}>
        <Moment line={line} />
        <Box>
          <Who line={line} />
        </Box>
      </Box>
      <Box sx={{ ...quiet, textAlign: 'end' }}>{t('balance', { number: number(line.balance) })}</Box>
      <Box sx={{ gridColumn: '1 / -1', '&:empty': { display: 'none' } }}>
        <Proofs line={line} />
      </Box>
    </Box>
  );
}

/** The ledger where a table would not fit. */
export function LedgerCards() {
  const { data: lines = [], isPending } = useListContext<LedgerEntry>();
  if (!isPending && lines.length === 0) return <LedgerNoMatch />;
  return (
    <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }} aria-busy={isPending}>
      {isPending
        ? Array.from({ length: 3 }, (_, index) => (
            <Box component="li" key={index} sx={card}>
              <Skeleton width="60%" />
              <Skeleton width={48} />
            </Box>
          ))
        : lines.map((line) => <CreditCard key={line.id} line={line} />)}
    </Box>
  );
}
