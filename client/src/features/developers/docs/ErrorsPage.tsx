import { errorCatalogue, type ErrorCode } from '@clearcut/schemas/errors';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink, useLocation } from 'react-router';
import type docs from '../../../../locales/en/docs.json';
import { ltr } from '../../../lib/i18n/ltr.ts';
import { useSiteFacts } from '../../../lib/site/facts.ts';
import { useOfBrowser } from '../../../lib/useOfBrowser.ts';
import { Head } from '../../../ui/page/Head.tsx';
import { TextPage } from '../../site/TextPage.tsx';
import { MONOSPACE, REFERENCE } from './reference.ts';

type Advice = keyof typeof docs.errors.advice;

const all = Object.keys(errorCatalogue) as ErrorCode[];
const statusOf = (code: ErrorCode): number => errorCatalogue[code].status;
const PAYMENT_REQUIRED = 402;

/** Errors by status. The `type` of a problem detail links here: each code is an anchor. */
export function ErrorsPage() {
  const { t } = useTranslation('docs');
  const { hash: present } = useLocation();
  const { hasCredits } = useSiteFacts();
  const codes = all.filter((code) => hasCredits || statusOf(code) !== PAYMENT_REQUIRED);
  const statuses = [...new Set(codes.map(statusOf))].toSorted((one, other) => one - other);
  const hash = useOfBrowser(() => present, '');
  const values = { accept: ltr('Accept: application/problem+json'), type: ltr('type') };
  return (
    <>
      <Head page="errors" texts="docs" path="/docs/errors" />
      <TextPage
        title={t('errors.title')}
        lead={
          <>
            <p>{t('errors.lead')}</p>
            <p>{t('errors.form', values)}</p>
          </>
        }
      >
        <Box
          component="nav"
          aria-label={t('errors.statuses')}
          sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2.5 }}
        >
          {statuses.map((status) => (
            <Link
              key={status}
              component={RouterLink}
              to={`#status-${status}`}
              underline="hover"
              sx={{ paddingBlock: 1 }}
            >
              {status}
            </Link>
          ))}
        </Box>
        {statuses.map((status) => (
          <section key={status} aria-labelledby={`status-${status}`}>
            <Typography variant="h3" component="h2" id={`status-${status}`}>
              {status}
            </Typography>
            <Typography sx={{ color: 'text.secondary', marginBlock: '4px 12px' }}>
              {t(`errors.advice.${String(status) as Advice}`)}
            </Typography>
            <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
              {codes
                .filter((code) => statusOf(code) === status)
                .map((code) => (
                  <ErrorRow key={code} code={code} isMeant={hash === `#${code}`} />
                ))}
            </Box>
          </section>
        ))}
      </TextPage>
    </>
  );
}

/** `:target` does not work: the browser evaluates it before this page is rendered. */
function ErrorRow({ code, isMeant }: { code: ErrorCode; isMeant: boolean }) {
  return (
    <Box
      component="li"
      id={code}
      aria-current={isMeant}
      {...REFERENCE}
      sx={{
        paddingBlock: 1.5,
        paddingInlineStart: 2,
        borderBlockStart: '1px solid',
        borderColor: 'divider',
        '&[aria-current=true]': { boxShadow: 'inset 4px 0 0 currentColor', backgroundColor: 'clearcut.paper' },
      }}
    >
      <Link component={RouterLink} to={`#${code}`} underline="hover" sx={{ ...MONOSPACE, fontWeight: 'strong' }}>
        {code}
      </Link>
      <Typography>{errorCatalogue[code].message}</Typography>
    </Box>
  );
}
