import { PHOTOGRAPH_NAMES, PHOTOGRAPHS } from '@clearcut/schemas/site/photographs';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Head } from '../../ui/page/Head.tsx';
import { pairs } from './home/pairs.ts';
import { TextPage } from './TextPage.tsx';

const list = {
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(260px, 100%), 1fr))',
  gap: 4,
} as const;

/** Names the authors of the photographs on the public pages, and their terms. */
export function PictureCreditsPage() {
  const { t } = useTranslation(['legal', 'uploads']);
  return (
    <>
      <Head page="pictureCredits" texts="legal" />
      <TextPage isGrouped title={t('pictureCredits.title')} lead={t('pictureCredits.lead')}>
        <Box component="ul" sx={list}>
          {PHOTOGRAPH_NAMES.map((name) => {
            const { by, licence, source, from, ...more } = PHOTOGRAPHS[name];
            const terms = 'terms' in more ? more.terms : undefined;
            return (
              <li key={name}>
                <Box
                  component="img"
                  src={pairs.find((pair) => pair.name === name)?.small}
                  alt=""
                  loading="lazy"
                  sx={{ display: 'block', width: '100%', aspectRatio: '4 / 3', borderRadius: '4px' }}
                />
                <Typography variant="h3" component="h2" sx={{ marginBlock: '14px 4px' }}>
                  {t(`uploads:examples.${name}`)}
                </Typography>
                <Typography>{t('pictureCredits.by', { by })}</Typography>
                <Typography>
                  {terms === undefined ? (
                    t('pictureCredits.publicDomain')
                  ) : (
                    <Link href={terms} rel="license">
                      <bdi>{licence}</bdi>
                    </Link>
                  )}
                  {' · '}
                  <Link href={source}>{t('pictureCredits.source')}</Link>
                </Typography>
                <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                  {t('pictureCredits.from', { from })}
                </Typography>
              </li>
            );
          })}
        </Box>
      </TextPage>
    </>
  );
}
