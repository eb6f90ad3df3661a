import type { FailureGroupView } from '@clearcut/schemas/support/http';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ListNote } from '../../../admin/ListNotes.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { failuresQuery } from '../api.ts';
import { Waiting } from '../parts/Waiting.tsx';
import { FailureLine } from './FailureLine.tsx';
import { isOrder, isShown, ORDERS, shownOf, SHOWN } from './shown-failures.ts';

/** Failed jobs and refused requests, grouped by cause; the address keeps what is shown. */
export function FailuresPage() {
  const { t } = useTranslation('support');
  const query = useQuery(failuresQuery);
  return (
    <>
      <PageHeader title={t('failures.title')} lead={t('failures.lead')} />
      <Waiting query={query}>{(groups) => <Groups groups={groups} />}</Waiting>
    </>
  );
}

function Groups({ groups }: { readonly groups: readonly FailureGroupView[] }) {
  const { t } = useTranslation('support');
  const [address, setAddress] = useSearchParams();
  const find = address.get('find') ?? '';
  const shown = SHOWN.find((one) => one === address.get('shown')) ?? 'open';
  const order = ORDERS.find((one) => one === address.get('order')) ?? 'last';
  const set = (name: string, value: string) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const lines = shownOf(groups, { shown, order, find });
  return (
    <Sheet sx={{ paddingBlock: { xs: 2, md: 2.5 }, paddingInline: { xs: 2.5, md: 3.5 } }}>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', rowGap: 1.5, columnGap: 2, marginBlockEnd: 2 }}
      >
        <Box
          role="group"
          aria-label={t('failures.title')}
          sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minHeight: 44 }}
        >
          {SHOWN.map((one) => (
            <Chip
              key={one}
              label={t(`failures.shown.${one}`, { number: groups.filter((group) => isShown(group, one)).length })}
              color={one === shown ? 'primary' : 'default'}
              aria-pressed={one === shown}
              onClick={() => set('shown', one === 'open' ? '' : one)}
            />
          ))}
        </Box>
        <TextField
          label={t('failures.find')}
          value={find}
          onChange={({ target }) => set('find', target.value)}
          size="small"
          sx={{ flex: '1 1 220px' }}
        />
        <TextField
          select
          label={t('failures.order.label')}
          value={order}
          onChange={({ target }) => set('order', isOrder(target.value) ? target.value : 'last')}
          size="small"
          sx={{ flex: { xs: '1 1 200px', md: '0 1 200px' } }}
        >
          {ORDERS.map((one) => (
            <MenuItem key={one} value={one}>
              {t(`failures.order.${one}`)}
            </MenuItem>
          ))}
        </TextField>
      </Box>
      {lines.length === 0 && groups.length > 0 ? (
        <Typography role="status" sx={{ paddingBlock: 2.5, color: 'text.secondary' }}>
          {t(shown === 'open' && find.trim() === '' ? 'failures.none' : 'found.none')}
        </Typography>
      ) : lines.length === 0 ? (
        <ListNote title={t('failures.none')} text={t('failures.noneText')} />
      ) : (
        <Box component="ul" aria-label={t('failures.title')} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {lines.map((group) => (
            <FailureLine key={group.id} group={group} />
          ))}
        </Box>
      )}
    </Sheet>
  );
}
