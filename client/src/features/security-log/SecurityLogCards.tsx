import type { SecurityEntry } from '@clearcut/schemas/security/http';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useListContext } from 'react-admin';
import { useTranslation } from 'react-i18next';
import { SecurityLogNoMatch } from './SecurityLogNotes.tsx';
import { About, Event, Moment, Who } from './SecurityLogParts.tsx';

const card = {
  display: 'grid',
  gap: '6px',
  padding: '16px 20px',
  '& + &': { borderBlockStart: '1px solid', borderColor: 'divider' },
} as const;

function SecurityCard({ entry }: { entry: SecurityEntry }) {
  const { t } = useTranslation('security-log');
  return (
    <Box component="li" sx={card}>
      <Event entry={entry} />
      <About entry={entry} />
      <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
        <Moment entry={entry} />
        {entry.actorId !== entry.userId && (
          <Box>
            {t('fields.who')}: <Who entry={entry} />
          </Box>
        )}
      </Box>
    </Box>
  );
}

/** The log where a table would not fit. */
export function SecurityLogCards() {
  const { data: entries = [], isPending } = useListContext<SecurityEntry>();
  if (!isPending && entries.length === 0) return <SecurityLogNoMatch />;
  return (
    <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }} aria-busy={isPending}>
      {isPending
        ? Array.from({ length: 3 }, (_, index) => (
            <Box component="li" key={index} sx={card}>
              <Skeleton width="60%" />
              <Skeleton width="40%" />
            </Box>
          ))
        : entries.map((entry) => <SecurityCard key={entry.id} entry={entry} />)}
    </Box>
  );
}
