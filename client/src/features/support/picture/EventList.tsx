import type { PictureEvent } from '@clearcut/schemas/support/http';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { showToast } from '../../../ui/toasts/show-toast.ts';
import { Code } from '../parts/Code.tsx';
import { sinceLast } from './timeline.ts';
import { useSpanText } from '../parts/useSpanText.ts';

/** Expandable events. j and k move down and up, Enter opens, c copies the id, / goes to the search. */
export function EventList({ events }: { readonly events: readonly PictureEvent[] }) {
  const { t } = useTranslation('support');
  const navigate = useNavigate();

  function handleKey(event: KeyboardEvent<HTMLElement>): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { target, key } = event;
    if (key === '/') {
      event.preventDefault();
      void navigate('/app/support');
      return;
    }
    if (!(target instanceof HTMLElement) || target.dataset['event'] === undefined) return;
    if (key === 'j' || key === 'k') neighbourOf(target, key)?.focus();
    if (key === 'c') {
      void navigator.clipboard.writeText(target.dataset['event']);
      showToast(t('timeline.copied'), { tone: 'success' });
    }
  }

  return (
    // The keys belong to the rows.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <Box component="ol" onKeyDown={handleKey} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
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
          <EventRow event={event} since={sinceLast(events, index)} />
        </Box>
      ))}
    </Box>
  );
}

/** Continues in the next list on the page. */
function neighbourOf(row: HTMLElement, key: 'j' | 'k'): HTMLElement | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-event]')];
  return rows[rows.indexOf(row) + (key === 'j' ? 1 : -1)];
}

function EventRow({ event, since }: { readonly event: PictureEvent; readonly since: number | null }) {
  const { t } = useTranslation(['support', 'support-replay']);
  const { moment } = useFormat();
  const spanText = useSpanText();
  const panel = useId();
  const [isOpen, setOpen] = useState(false);
  const { id, type, at, actor, correlationId, causationId, work, data } = event;
  const facts: [string, string][] = [
    [t('timeline.facts.event'), id],
    [t('timeline.facts.correlation'), correlationId],
    [t('timeline.facts.causation'), causationId],
    [t('timeline.facts.actor'), actor.id],
    [t('timeline.facts.time'), at],
    ...(work === null
      ? []
      : [[t('support-replay:madeOn'), Object.values(work.environment).join(' · ')] as [string, string]]),
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
          gap: '4px 20px',
          width: '100%',
          minHeight: 44,
          paddingBlock: '10px',
          textAlign: 'start',
          font: 'inherit',
          color: 'inherit',
        }}
      >
        <Box component="span" sx={{ fontWeight: 600, minWidth: '14em' }}>
          <Code>{type}</Code>
        </Box>
        <Box component="span" sx={{ color: 'text.secondary', minWidth: '8em' }}>
          {t(`actors.${actor.kind}`)}
        </Box>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {moment(at)}
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
              <Box key={name} sx={{ fontSize: '0.9375rem' }}>
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
                padding: '12px',
                overflow: 'auto',
                fontSize: '0.8125rem',
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
