import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { API_GUIDES } from '@clearcut/schemas/site/content';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { ltr } from '../../lib/i18n/ltr.ts';
import { localPath } from '../../lib/i18n/paths.ts';
import { useLanguage } from '../../lib/i18n/useLanguage.ts';
import { Head } from '../../ui/page/Head.tsx';
import { CodeBlock, CodeLanguageChoice } from './CodeBlock.tsx';
import { Contents, type Entry } from './Contents.tsx';
import { type ApiDocument, operationsOf } from '@clearcut/schemas/api-reference/document';
import { Fields, fieldsOf } from './Fields.tsx';
import { guideCode } from './guides.ts';
import { OperationPart } from './OperationPart.tsx';
import { REFERENCE, REFERENCE_STYLES } from './reference.ts';
import { TryKey } from './TryIt.tsx';

/** The reference of the API: how to begin, and every operation and type of the document that this server answers by. */
export function ApiDocsPage({ document }: { document: ApiDocument }) {
  const { t } = useTranslation('docs');
  const language = useLanguage();
  const server = document.servers[0]?.url ?? '';
  const operations = operationsOf(document);
  const types = Object.entries(document.components.schemas);
  const values = { key: ltr('X-Api-Key'), setting: ltr('REMBG_FACADE=true'), library: ltr('standardwebhooks') };
  const entries: Entry[] = [
    ...API_GUIDES.map((guide) => ({
      id: guide,
      section: t('api.guides'),
      label: t(`api.${guide}.title`),
      isCode: false,
      words: t(`api.${guide}.text`, values),
    })),
    ...operations.map(({ operationId, tags, method, path, summary }) => ({
      id: operationId,
      section: tags[0] ?? '',
      label: operationId,
      isCode: true,
      words: `${method} ${path} ${summary}`,
    })),
    ...types.map(([name, schema]) => ({
      id: `type-${name}`,
      section: t('api.types'),
      label: name,
      isCode: true,
      words: Object.keys(schema.properties ?? {}).join(' '),
    })),
  ];
  return (
    <CodeLanguageChoice>
      <TryKey>
        <Head page="api" texts="docs" path="/docs/api" />
        <Box
          sx={{
            maxWidth: 1280,
            marginInline: 'auto',
            paddingInline: { xs: '16px', md: '32px' },
            paddingBlock: { xs: '32px 40px', md: '64px 72px' },
          }}
        >
          <Typography variant="h1">{t('api.title')}</Typography>
          <Typography sx={{ color: 'text.secondary', marginBlockStart: '12px', maxWidth: '60ch' }}>
            {t('api.lead')}
          </Typography>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: '24px', marginBlock: '8px 24px' }}>
            <Link component={RouterLink} to={localPath(language, '/docs/errors')} sx={{ paddingBlock: '8px' }}>
              {t('errors.title')}
            </Link>
            <Link href="/v1/openapi.json" sx={{ paddingBlock: '8px' }}>
              {t('api.document')}
            </Link>
            <Link component={RouterLink} to="/app/api" sx={{ paddingBlock: '8px' }}>
              {t('api.keys')}
            </Link>
          </Box>
          <Box
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '260px minmax(0, 1fr)' },
              alignItems: 'start',
              gap: { xs: '32px', md: '56px' },
            }}
          >
            <Contents entries={entries} />
            <Box
              sx={{
                minWidth: 0,
                display: 'grid',
                gridTemplateColumns: 'minmax(0, 1fr)',
                gap: '48px',
                ...REFERENCE_STYLES,
              }}
            >
              {API_GUIDES.map((guide) => (
                <section key={guide} aria-labelledby={guide}>
                  <Title id={guide}>{t(`api.${guide}.title`)}</Title>
                  <Typography sx={{ maxWidth: '65ch' }}>{t(`api.${guide}.text`, values)}</Typography>
                  <CodeBlock snippets={guideCode(guide, server)} of={t(`api.${guide}.title`)} />
                </section>
              ))}
              {document.tags.map(({ name }) => (
                <section key={name} aria-labelledby={`section-${name}`}>
                  <Title id={`section-${name}`} {...REFERENCE}>
                    {name}
                  </Title>
                  {operations
                    .filter(({ tags }) => tags.includes(name))
                    .map((operation) => (
                      <OperationPart key={operation.operationId} document={document} operation={operation} />
                    ))}
                </section>
              ))}
              <section aria-labelledby="section-types">
                <Title id="section-types">{t('api.types')}</Title>
                {types.map(([name, schema]) => (
                  <div key={name} {...REFERENCE}>
                    <h3 id={`type-${name}`} tabIndex={-1}>
                      {name}
                    </h3>
                    <Fields fields={fieldsOf(schema)} isWithin />
                  </div>
                ))}
              </section>
            </Box>
          </Box>
        </Box>
      </TryKey>
    </CodeLanguageChoice>
  );
}

function Title({ id, children, ...as }: { id: string; children: ReactNode; lang?: string; dir?: string }) {
  return (
    <Typography variant="h2" id={id} tabIndex={-1} {...as} sx={{ outline: 'none', marginBlockEnd: '12px' }}>
      {children}
    </Typography>
  );
}
