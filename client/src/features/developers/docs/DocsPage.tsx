import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { PUBLIC_PAGES, type PublicPage } from '@clearcut/schemas/site/pages';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { ltr } from '../../../lib/i18n/ltr.ts';
import { localPath } from '../../../lib/i18n/paths.ts';
import { useLanguage } from '../../../lib/i18n/useLanguage.ts';
import { useSiteFacts } from '../../../lib/site/facts.ts';
import { Head } from '../../../ui/page/Head.tsx';
import { TextPage } from '../../site/TextPage.tsx';
import { CodeBlock, CodeLanguageChoice } from './CodeBlock.tsx';
import { guideCode } from './guides.ts';
import { MONOSPACE, REFERENCE_STYLES } from './reference.ts';

/** OpenAPI documents: of Clearcut's interface, and of those of other services. */
const DOCUMENTS = ['/v1/openapi.json', '/v1.0/openapi.json'];
const PACKAGES = ['commandLine', 'library', 'typescript', 'python'] as const;
const HOW_TO = ['move', 'recipes'] as const;

export function DocsPage() {
  const { t } = useTranslation('docs');
  const { origin } = useSiteFacts();
  const values = { header: ltr('X-Preview-Reason'), key: ltr('X-Api-Key') };
  return (
    <>
      <Head page="index" texts="docs" path={PUBLIC_PAGES.docs.path} />
      <TextPage title={t('index.title')} lead={t('index.lead')} isGrouped>
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 6 }}>
          <Part title={t('api.start.title')}>
            <Typography sx={{ maxWidth: '65ch' }}>{t('index.first', values)}</Typography>
            <Box sx={REFERENCE_STYLES}>
              <CodeLanguageChoice>
                <CodeBlock snippets={guideCode('removebg', origin)} of={t('api.start.title')} />
              </CodeLanguageChoice>
            </Box>
          </Part>
          <Part title={t('index.http')}>
            <List>
              <Entry page="apiReference" title={t('api.title')} text={t('api.lead')} />
              <Entry page="apiTypes" title={t('types.title')} text={t('types.lead')} />
              <Entry page="apiErrors" title={t('errors.title')} text={t('errors.lead')} />
            </List>
            <Box component="ul" sx={[list, { display: 'flex', flexWrap: 'wrap', columnGap: 3 }]}>
              {DOCUMENTS.map((path) => (
                <li key={path}>
                  {t('api.document')}:{' '}
                  <Box component="a" href={path} dir="ltr" sx={{ ...MONOSPACE, ...anchor, display: 'inline-block' }}>
                    {path}
                  </Box>
                </li>
              ))}
            </Box>
          </Part>
          <Part title={t('index.packages')}>
            <List>
              {PACKAGES.map((page) => (
                <Entry key={page} page={page} title={t(`index.pages.${page}`)} text={t(`meta.${page}.description`)} />
              ))}
            </List>
          </Part>
          <Part title={t('api.guides')}>
            <List>
              {HOW_TO.map((page) => (
                <Entry key={page} page={page} title={t(`index.pages.${page}`)} text={t(`meta.${page}.description`)} />
              ))}
            </List>
          </Part>
        </Box>
      </TextPage>
    </>
  );
}

const list = { listStyle: 'none', margin: 0, padding: 0 } as const;
const anchor = { color: 'inherit', textUnderlineOffset: '4px', paddingBlock: 1 } as const;

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Typography variant="h3" component="h2" id={id} sx={{ marginBlockEnd: 1 }}>
        {title}
      </Typography>
      {children}
    </section>
  );
}

function List({ children }: { children: ReactNode }) {
  return (
    <Box
      component="ul"
      sx={{
        ...list,
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
        columnGap: 9,
        '& > li': { paddingBlock: 1.5, borderBlockStart: '1px solid', borderColor: 'divider' },
      }}
    >
      {children}
    </Box>
  );
}

function Entry({ page, title, text }: { page: PublicPage; title: string; text: string }) {
  const language = useLanguage();
  return (
    <li>
      <Box
        component={RouterLink}
        to={localPath(language, PUBLIC_PAGES[page].path)}
        sx={{ ...anchor, display: 'inline-block', fontWeight: 'strong' }}
      >
        {title}
      </Box>
      <Typography sx={{ color: 'text.secondary', maxWidth: '60ch' }}>{text}</Typography>
    </li>
  );
}
