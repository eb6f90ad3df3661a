import type { SecurityEntry } from '@clearcut/schemas/security/http';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { Moment } from '../../../ui/Moment.tsx';
import { CardList } from '../../../admin/CardList.tsx';
import { LogNoMatch } from '../../../admin/LogNotes.tsx';
import { About, Event, Who } from './SecurityLogParts.tsx';

export function SecurityLogCards() {
  const { t } = useTranslation('security-log');
  return (
    <CardList<SecurityEntry> card={{ gap: 0.75 }} noMatch={<LogNoMatch log="security-log" />}>
      {(entry) => (
        <>
          <Event entry={entry} />
          <About entry={entry} />
          <Box sx={{ color: 'text.secondary', fontSize: 'small' }}>
            <Moment iso={entry.date} />
            {entry.actorId !== entry.userId && (
              <Box>
                {t('fields.who')}: <Who entry={entry} />
              </Box>
            )}
          </Box>
        </>
      )}
    </CardList>
  );
}
