import type { LedgerFilter, LedgerSum } from '@clearcut/schemas/credits/http';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useListContext } from 'react-admin';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { LoadFailed } from '../../../ui/page/LoadFailed.tsx';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { DownloadIcon } from '../../../ui/work-icons.tsx';
import { type By, sumsFileUrl, sumsQuery } from './api.ts';
import { shortId } from '../../../admin/short-id.ts';

const FORMAT = 'CSV';

/** Sums by member and by API key in the period of the list's filters. A member's name filters the list. */
export function LedgerSums() {
  const { t } = useTranslation('ledger');
  const [by, setBy] = useState<By>('member');
  const { filterValues } = useListContext();
  const period = filterValues as LedgerFilter;
  const { data: sums, error, refetch } = useQuery({ ...sumsQuery(by, period), placeholderData: keepPreviousData });
  return (
    <Sheet
      as="section"
      aria-label={t('sums.title')}
      sx={{ paddingBlock: { xs: 2, md: 2.5 }, paddingInline: { xs: 2.5, md: 3.5 } }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', rowGap: 0.5, columnGap: 3 }}>
        <Typography variant="h3" component="h2" sx={{ flexGrow: 1 }}>
          {t('sums.title')}
        </Typography>
        <Tabs
          value={by}
          onChange={(_event, value: By) => setBy(value)}
          textColor="inherit"
          aria-label={t('sums.title')}
        >
          <Tab value="member" label={t('sums.member')} sx={{ opacity: 1 }} />
          <Tab value="key" label={t('sums.key')} sx={{ opacity: 1 }} />
        </Tabs>
      </Box>
      {sums === undefined && error !== null ? (
        <LoadFailed error={error} onAgain={() => void refetch()} />
      ) : sums?.length === 0 ? (
        <Typography sx={{ color: 'text.secondary', paddingBlock: 2 }}>{t('sums.none')}</Typography>
      ) : (
        <SumTable sums={sums ?? []} by={by} />
      )}
      <Button
        href={sumsFileUrl(by, period)}
        download
        startIcon={<DownloadIcon aria-hidden />}
        sx={{ paddingInline: 0 }}
      >
        {FORMAT}
      </Button>
    </Sheet>
  );
}

const cell = { padding: '8px 0 8px 16px', textAlign: 'end', fontVariantNumeric: 'tabular-nums' } as const;

function SumTable({ sums, by }: { readonly sums: readonly LedgerSum[]; readonly by: By }) {
  const { t } = useTranslation('ledger');
  const { number } = useFormat();
  return (
    <Box sx={{ maxHeight: 320, overflowY: 'auto' }} tabIndex={0} role="group" aria-label={t('sums.title')}>
      <Box component="table" sx={{ width: '100%', borderCollapse: 'collapse' }}>
        <Box component="thead" sx={{ color: 'text.secondary', fontSize: 'small' }}>
          <tr>
            <Box component="th" scope="col" sx={{ paddingBlock: 1, paddingInline: 0, textAlign: 'start' }}>
              {t(by === 'member' ? 'fields.who' : 'sums.key')}
            </Box>
            <Box component="th" scope="col" sx={cell}>
              {t('sums.saves')}
            </Box>
            <Box component="th" scope="col" sx={cell}>
              {t('fields.credits')}
            </Box>
          </tr>
        </Box>
        <tbody>
          {sums.map((sum) => (
            <Box component="tr" key={sum.id ?? ''} sx={{ borderBlockStart: '1px solid', borderColor: 'divider' }}>
              <Box
                component="th"
                scope="row"
                sx={{ paddingBlock: 1, paddingInline: 0, textAlign: 'start', overflowWrap: 'anywhere' }}
              >
                <SumName sum={sum} by={by} />
              </Box>
              <Box component="td" sx={cell}>
                {number(sum.saves)}
              </Box>
              <Box component="td" sx={{ ...cell, fontWeight: 'strong' }}>
                {number(sum.credits)}
              </Box>
            </Box>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}

function SumName({ sum: { id, name }, by }: { readonly sum: LedgerSum; readonly by: By }) {
  const { t } = useTranslation('ledger');
  const { filterValues, setFilters } = useListContext();
  if (id === null) return t('sums.withoutKey');
  const shown = <bdi>{name ?? (by === 'member' ? `${t('actors.user')} ${shortId(id)}` : shortId(id))}</bdi>;
  if (by === 'key') return shown;
  return (
    <Button
      sx={{ padding: 0, minWidth: 0, textAlign: 'start' }}
      onClick={() => setFilters({ ...filterValues, userId: id }, [])}
    >
      {shown}
    </Button>
  );
}
