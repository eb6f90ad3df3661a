import type { PictureEvent } from '@clearcut/schemas/support/http';
import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EventList } from './EventList.tsx';
import { JobBars } from './JobBars.tsx';
import { groupsOf } from './timeline.ts';
import { useEventKeys } from './useEventKeys.ts';
import { useSpanText } from '../parts/useSpanText.ts';

const VIEWS = ['compact', 'bars', 'full'] as const;
type View = (typeof VIEWS)[number];

export function TimelineView({ events }: { readonly events: readonly PictureEvent[] }) {
  const { t } = useTranslation('support');
  const [view, setView] = useState<View>('compact');
  useEventKeys();
  return (
    <>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', rowGap: 1.5, columnGap: 3, alignItems: 'center', marginBlockEnd: 2 }}
      >
        <ToggleButtonGroup
          exclusive
          size="small"
          value={view}
          aria-label={t('timeline.view')}
          sx={{ '& .MuiToggleButton-root': { color: 'text.primary' } }}
          onChange={(_event, chosen: View | null) => chosen !== null && setView(chosen)}
        >
          {VIEWS.map((one) => (
            <ToggleButton key={one} value={one}>
              {t(`timeline.views.${one}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('timeline.keys')}
        </Typography>
      </Box>
      {view === 'compact' && <Compact events={events} />}
      {view === 'bars' && <JobBars events={events} />}
      {view === 'full' && <EventList events={events} isOpen />}
    </>
  );
}

function Compact({ events }: { readonly events: readonly PictureEvent[] }) {
  const { t } = useTranslation('support');
  const spanText = useSpanText();
  return groupsOf(events).map(({ correlationId, events: own, from, to }) => (
    <Box component="section" key={correlationId} sx={{ marginBlockEnd: 2.5 }}>
      <Typography variant="body2" component="h2" dir="auto" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {t('timeline.request', { id: correlationId, span: spanText(to - from) })}
      </Typography>
      <EventList events={own} />
    </Box>
  ));
}
