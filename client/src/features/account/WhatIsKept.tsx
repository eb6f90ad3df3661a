import { RETENTION_YEARS } from '@clearcut/schemas/constants';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/i18n/useFormat.ts';
import { useSiteFacts } from '../../lib/site/facts.ts';

const erased = ['person', 'sessions', 'pictures'] as const;
const kept = ['account', 'billing', 'support'] as const;

function List({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <>
      <Typography variant="body2" component="h3" sx={{ fontWeight: 'strong' }}>
        {title}
      </Typography>
      <Box component="ul" sx={{ margin: '4px 0 16px', paddingInlineStart: 2.5, fontSize: 'small', lineHeight: 1.5 }}>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </Box>
    </>
  );
}

export function WhatIsKept() {
  const { t } = useTranslation('account');
  const { number } = useFormat();
  const { hasCredits } = useSiteFacts();
  return (
    <>
      <List title={t('close.erased')} items={erased.map((name) => t(`close.erasedItems.${name}`))} />
      <List
        title={t('close.kept')}
        items={kept
          .filter((name) => hasCredits || name !== 'billing')
          .map((name) => {
            const count = RETENTION_YEARS[name];
            return t(`close.keptItems.${name}`, { count, number: number(count) });
          })}
      />
      {hasCredits && (
        <Typography variant="body2" sx={{ marginBlockEnd: 2.5 }}>
          {t('close.team')} {t('close.plan')}
        </Typography>
      )}
    </>
  );
}
