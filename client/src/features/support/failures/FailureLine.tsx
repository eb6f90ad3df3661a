import type { FailureGroupView } from '@clearcut/schemas/support/http';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { Trend } from './Trend.tsx';

const groupPath = (id: string): string =>
  `/app/support/failures/group?${new URLSearchParams({ group: id }).toString()}`;

/** One line on a wide screen, three on a phone. */
export function FailureLine({ group }: { readonly group: FailureGroupView }) {
  const { t } = useTranslation('support');
  const { number, moment } = useFormat();
  const { id, code, place, model, count, people, first, last, days } = group;
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr) 96px', md: 'minmax(0, 1fr) 120px 150px 190px' },
        alignItems: 'center',
        rowGap: 0.25,
        columnGap: 2,
        paddingBlock: 1,
        borderBlockStart: '1px solid',
        borderColor: 'divider',
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Link
          component={RouterLink}
          to={groupPath(id)}
          dir="ltr"
          sx={{ ...oneLine, display: 'block', fontWeight: 'strong' }}
          title={code}
        >
          {code}
        </Link>
        <Box
          component="code"
          dir="ltr"
          title={place}
          sx={{ ...oneLine, display: 'block', color: 'text.secondary', fontSize: 'fine' }}
        >
          {model === null ? place : `${place} · ${model}`}
        </Box>
      </Box>
      <Trend days={days} height={28} />
      <Box
        sx={{ ...wholeRow, display: { xs: 'flex', md: 'block' }, alignItems: 'baseline', gap: 2, fontWeight: 'strong' }}
      >
        <span>
          {t('failures.columns.count')}: {number(count)}
        </span>
        <Box
          component="span"
          sx={{ display: 'block', fontWeight: 'regular', fontSize: 'fine', color: 'text.secondary' }}
        >
          {t('failures.columns.people')}: {number(people)}
        </Box>
      </Box>
      <Box sx={{ ...wholeRow, fontSize: 'fine', color: 'text.secondary' }}>
        <time dateTime={last}>{moment(last)}</time>
        {first !== last && (
          <Box component="span" sx={{ display: { xs: 'none', md: 'block' } }}>
            {t('failures.since', { moment: moment(first) })}
          </Box>
        )}
      </Box>
    </Box>
  );
}

const wholeRow = { gridColumn: { xs: '1 / -1', md: 'auto' } } as const;
/** As wide as its text: a left-to-right name then begins where the line begins. */
const oneLine = {
  width: 'fit-content',
  maxWidth: '100%',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const;
