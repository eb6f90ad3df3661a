import Typography from '@mui/material/Typography';
import { API_GUIDES } from '@clearcut/schemas/site/content';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeBlock, CodeLanguageChoice } from './CodeBlock.tsx';
import { type ApiDocument, operationsOf } from '@clearcut/schemas/api-reference/document';
import { GUIDE_VALUES, guideCode } from './guides.ts';
import { OperationPart } from './OperationPart.tsx';
import { REFERENCE } from './reference.ts';
import { ReferencePage } from './ReferencePage.tsx';
import { TryKey } from './TryIt.tsx';

export function ApiDocsPage({ document }: { document: ApiDocument }) {
  const { t } = useTranslation('docs');
  const server = document.servers[0]?.url ?? '';
  const operations = operationsOf(document);
  return (
    <CodeLanguageChoice>
      <TryKey>
        <ReferencePage page="api" document={document}>
          {API_GUIDES.map((guide) => (
            <section key={guide} aria-labelledby={guide}>
              <Title id={guide}>{t(`api.${guide}.title`)}</Title>
              <Typography sx={{ maxWidth: '65ch' }}>{t(`api.${guide}.text`, GUIDE_VALUES)}</Typography>
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
        </ReferencePage>
      </TryKey>
    </CodeLanguageChoice>
  );
}

function Title({ id, children, ...as }: { id: string; children: ReactNode; lang?: string; dir?: string }) {
  return (
    <Typography variant="h2" id={id} tabIndex={-1} {...as} sx={{ outline: 'none', marginBlockEnd: 1.5 }}>
      {children}
    </Typography>
  );
}
