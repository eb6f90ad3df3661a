import { LAG_COUNTED_TO, type Work } from '@clearcut/schemas/support/work-http';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { useProfile } from '../../auth/session/useProfile.ts';
import { Code } from '../parts/Code.tsx';
import { FactTable } from '../../../ui/FactTable.tsx';
import { mayOpen } from '../screens.ts';
import { RebuildDialog } from './RebuildDialog.tsx';
import { RebuildState } from './RebuildState.tsx';
import { type Trend, useTrends } from './useTrends.ts';

type Subscriber = Work['subscribers'][number];

const ARROWS: Readonly<Record<Trend, string>> = { more: '↑', less: '↓', same: '→' };

export function SubscriberTable({ subscribers }: { readonly subscribers: readonly Subscriber[] }) {
  const { t } = useTranslation('support');
  const { t: tf } = useTranslation('support-figures');
  const { staff_roles: roles } = useProfile();
  const mayRebuild = mayOpen(roles, ['operations']);
  const trends = useTrends(subscribers);
  const [confirming, setConfirming] = useState<string>();
  return (
    <>
      <FactTable
        label={t('work.subscribers')}
        heads={[
          t('work.columns.name'),
          t('work.columns.state'),
          tf('lag.head'),
          tf('lag.trend'),
          t('work.columns.error'),
          tf('rebuild.head'),
        ]}
        rows={subscribers.map((subscriber) => {
          const { name, state, rebuild } = subscriber;
          const trend = trends.get(name) ?? 'same';
          return {
            key: name,
            cells: [
              <Code key="name" whole>
                {name}
              </Code>,
              <Box
                key="state"
                component="span"
                sx={state === 'running' || state === 'standby' ? {} : { color: 'error.main', fontWeight: 'strong' }}
              >
                {t(`work.states.${state}`)}
              </Box>,
              <Lag key="lag" subscriber={subscriber} />,
              <span key="trend">
                <span aria-hidden>{ARROWS[trend]}</span> {tf(`lag.trends.${trend}`)}
              </span>,
              <Trouble key="trouble" subscriber={subscriber} />,
              rebuild === null ? (
                '–'
              ) : (
                <RebuildState key="rebuild" rebuild={rebuild}>
                  {mayRebuild && (
                    <Button
                      size="small"
                      aria-label={tf('rebuild.of', { name })}
                      onClick={() => setConfirming(name)}
                      sx={{ minWidth: 0, paddingBlock: 0, paddingInline: 0 }}
                    >
                      {tf('rebuild.ask')}
                    </Button>
                  )}
                </RebuildState>
              ),
            ],
          };
        })}
      />
      {confirming !== undefined && <RebuildDialog name={confirming} onClose={() => setConfirming(undefined)} />}
    </>
  );
}

/** Its last error and the events set aside. */
function Trouble({ subscriber: { error, setAside } }: { readonly subscriber: Subscriber }) {
  const { t } = useTranslation('support');
  const { moment } = useFormat();
  if (error === null && setAside.length === 0) return '–';
  return (
    <>
      {error !== null && <bdi>{error}</bdi>}
      {setAside.map(({ eventId, at, reason }) => (
        <div key={eventId} title={eventId}>
          {t('work.setAside', { date: moment(at), reason })}
        </div>
      ))}
    </>
  );
}

function Lag({ subscriber: { lagEvents, lagSeconds } }: { readonly subscriber: Subscriber }) {
  const { t } = useTranslation('support-figures');
  const { number, span } = useFormat();
  if (lagEvents === null || lagSeconds === null) return '–';
  if (lagEvents === 0) return t('lag.none');
  const events = number(lagEvents);
  return t(lagEvents >= LAG_COUNTED_TO ? 'lag.many' : 'lag.some', { events, span: span(lagSeconds * 1_000) });
}
