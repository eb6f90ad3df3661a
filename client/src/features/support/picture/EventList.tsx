import type { Environment } from '@clearcut/schemas/event-metadata';
import type { PictureEvent } from '@clearcut/schemas/support/http';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { Code } from '../parts/Code.tsx';
import { EVENT_WORDS, type EventWords } from './event-words.ts';
import { sinceLast } from './timeline.ts';
import { useSpanText } from '../parts/useSpanText.ts';

interface EventListProps {
  readonly events: readonly PictureEvent[];
  /** Whether each begins with its facts shown. */
  readonly isOpen?: boolean;
}

/** Expandable events. */
export function EventList({ events, isOpen = false }: EventListProps) {
  return (
    <Box component="ol" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {events.map((event, index) => (
        <Box
          component="li"
          key={event.id}
          sx={{
            '& + &': { borderBlockStart: '1px solid', borderColor: 'divider' },
            contentVisibility: 'auto',
            containIntrinsicSize: 'auto 64px',
          }}
        >
          <EventRow event={event} since={sinceLast(events, index)} startsOpen={isOpen} />
        </Box>
      ))}
    </Box>
  );
}

/** A stroke's mode says more than its type. Some types have no words. */
function wordsOf({ type, data }: PictureEvent): EventWords | undefined {
  const named = type === 'MaskEdited' ? data['mode'] : type;
  return EVENT_WORDS.find((one) => one === named);
}

interface EventRowProps {
  readonly event: PictureEvent;
  readonly since: number | null;
  readonly startsOpen: boolean;
}

function EventRow({ event, since, startsOpen }: EventRowProps) {
  const { t } = useTranslation(['support', 'support-replay']);
  const { second } = useFormat();
  const { t: te } = useTranslation('support-events');
  const spanText = useSpanText();
  const panel = useId();
  const [isOpen, setOpen] = useState(startsOpen);
  const { id, type, at, actor, correlationId, causationId, work, data } = event;
  const words = wordsOf(event);
  const facts: [string, string][] = [
    [t('timeline.facts.event'), id],
    [t('timeline.facts.correlation'), correlationId],
    [t('timeline.facts.causation'), causationId],
    [t('timeline.facts.actor'), actor.id],
    [t('timeline.facts.time'), at],
    ...(work === null ? [] : [[t('support-replay:madeOn'), partsOf(work.environment)] as [string, string]]),
  ];
  return (
    <>
      <ButtonBase
        data-event={id}
        aria-expanded={isOpen}
        aria-controls={panel}
        onClick={() => setOpen(!isOpen)}
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          justifyContent: 'flex-start',
          rowGap: 0.5,
          columnGap: 2.5,
          width: '100%',
          minHeight: 44,
          paddingBlock: '10px',
          textAlign: 'start',
          font: 'inherit',
          color: 'inherit',
        }}
      >
        <Box component="span" sx={{ minWidth: '20em' }}>
          {words !== undefined && <Box sx={{ fontWeight: 'strong' }}>{te(words)}</Box>}
          <Code>{type}</Code>
        </Box>
        <Box component="span" sx={{ color: 'text.secondary', minWidth: '8em' }}>
          {t(`actors.${actor.kind}`)}
        </Box>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {second(at)}
        </Box>
        {since !== null && (
          <Box component="span" dir="ltr" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            +{spanText(since)}
          </Box>
        )}
      </ButtonBase>
      <div id={panel} hidden={!isOpen}>
        {isOpen && (
          <Box sx={{ paddingBlockEnd: '14px' }}>
            {facts.map(([name, value]) => (
              <Box key={name} sx={{ fontSize: 'small' }}>
                {name}: <Code>{value}</Code>
              </Box>
            ))}
            <Box
              component="pre"
              dir="ltr"
              // A scrolling line must be reachable by keyboard.
              tabIndex={0}
              aria-label={t('timeline.facts.data')}
              sx={{
                margin: '10px 0 0',
                padding: 1.5,
                overflow: 'auto',
                fontSize: 'fine',
                backgroundColor: 'divider',
              }}
            >
              {JSON.stringify(data, null, 2)}
            </Box>
          </Box>
        )}
      </div>
    </>
  );
}

/** Technical names, the same in each language: "build 0.1.0 · node 24.21.0". */
const partsOf = (environment: Environment): string =>
  Object.entries(environment)
    .map(([name, version]) => `${name} ${version}`)
    .join(' · ');
