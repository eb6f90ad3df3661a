import type { AccessView } from '@clearcut/schemas/support/access-http';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/i18n/useFormat.ts';

/** Ids run left to right in every language. */
function Id({ children }: { readonly children: string }) {
  return (
    <Box component="code" dir="ltr" title={children} sx={{ fontSize: '0.875em', overflowWrap: 'anywhere' }}>
      {children.slice(0, 8)}
    </Box>
  );
}

export function AccessFacts({ access }: { readonly access: AccessView }) {
  const { t } = useTranslation('support-access');
  const { moment } = useFormat();
  const { pictureId, at, holdUntil, isOpen, staffId, reason, text, sights } = access;
  return (
    <>
      <Box
        component="dl"
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'auto minmax(0, 1fr)' },
          rowGap: { xs: 0.25, sm: 0.75 },
          columnGap: { xs: 0.25, sm: 3 },
          marginBlock: '16px 0',
          '& dt': { color: 'text.secondary' },
          '& dd': { margin: 0, marginBlockEnd: { xs: 1, sm: 0 }, overflowWrap: 'anywhere' },
        }}
      >
        <dt>{t('looked.picture')}</dt>
        <dd>
          <Id>{pictureId}</Id>
        </dd>
        <dt>{t('looked.since')}</dt>
        <dd>
          <time dateTime={at}>{moment(at)}</time>
        </dd>
        {isOpen && holdUntil !== null && (
          <>
            <dt>{t('looked.kept')}</dt>
            <dd>
              <time dateTime={holdUntil}>{moment(holdUntil)}</time>
            </dd>
          </>
        )}
        {staffId !== null && (
          <>
            <dt>{t('looked.staff')}</dt>
            <dd>
              <Id>{staffId}</Id>
            </dd>
          </>
        )}
        {reason !== null && (
          <>
            <dt>{t('looked.reason')}</dt>
            <dd>
              {t(`reasons.${reason}`)}: <bdi>{text}</bdi>
            </dd>
          </>
        )}
      </Box>
      {sights.length === 0 ? (
        <Box sx={{ marginBlockStart: 1.5, color: 'text.secondary' }}>{t('looked.unseen')}</Box>
      ) : (
        <Box
          component="ul"
          aria-label={t('looked.sights')}
          sx={{ listStyle: 'none', margin: 0, marginBlockStart: 1.5, padding: 0 }}
        >
          {sights.map(({ at: seenAt, staffId: seenBy, file }) => (
            <Box
              component="li"
              key={`${seenAt} ${seenBy} ${file}`}
              sx={{
                display: 'flex',
                flexWrap: 'wrap',
                rowGap: 0.25,
                columnGap: 2,
                paddingBlock: 1,
                borderBlockStart: '1px solid',
                borderColor: 'divider',
              }}
            >
              <Box component="span" sx={{ fontWeight: 'strong', minWidth: '12em' }}>
                {t(`files.${file}` as 'files.other', { defaultValue: t('files.other') })}
              </Box>
              <time dateTime={seenAt}>{moment(seenAt)}</time>
              <span>
                {t('looked.by')} <Id>{seenBy}</Id>
              </span>
            </Box>
          ))}
        </Box>
      )}
    </>
  );
}
