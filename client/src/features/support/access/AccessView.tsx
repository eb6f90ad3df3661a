import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { AccessFacts } from '../../support-access/AccessFacts.tsx';
import { Waiting } from '../parts/Waiting.tsx';
import { accessQuery } from './api.ts';

export function AccessView({ pictureId }: { readonly pictureId: string }) {
  const { t } = useTranslation('support-pictures');
  const { moment } = useFormat();
  const query = useQuery(accessQuery(pictureId));
  return (
    <Waiting query={query}>
      {({ accesses }) =>
        accesses.length === 0 ? (
          <Typography>{t('access.none')}</Typography>
        ) : (
          <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
            {accesses.map((access) => (
              <Box
                component="li"
                key={access.grantId}
                sx={{ paddingBlock: 2, '& + &': { borderBlockStart: '1px solid', borderColor: 'divider' } }}
              >
                <Typography variant="h3" component="h2">
                  {t(`access.kinds.${access.kind}`)}
                </Typography>
                <Typography sx={{ color: 'text.secondary' }}>
                  {access.isOpen
                    ? t('access.openNow', { until: moment(access.until) })
                    : t('access.ended', { when: moment(access.withdrawnAt ?? access.until) })}
                </Typography>
                <AccessFacts access={access} />
              </Box>
            ))}
          </Box>
        )
      }
    </Waiting>
  );
}
