import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { localPath } from '../../lib/i18n/paths.ts';
import { useLanguage } from '../../lib/i18n/useLanguage.ts';
import { CodeBlock } from './CodeBlock.tsx';
import {
  type Answer,
  type ApiDocument,
  type Operation,
  nameOf,
  resolve,
} from '@clearcut/schemas/api-reference/document';
import { Fields, fieldsOf, Marked, TypeOf } from './Fields.tsx';
import { MONOSPACE, REFERENCE } from './reference.ts';
import { TryIt } from './TryIt.tsx';
import { snippetsOf } from '@clearcut/schemas/api-reference/snippets';

/** One operation: what it does, takes and answers, and how it is called. */
export function OperationPart({ document, operation }: { document: ApiDocument; operation: Operation }) {
  const { t } = useTranslation('docs');
  const { operationId, method, path, summary, description, parameters = [], requestBody, responses } = operation;
  const answers = Object.entries(responses);
  const successes = answers.filter(([status]) => status < '400');
  const failures = answers.filter(([status]) => status >= '400');
  return (
    <Box
      component="article"
      aria-labelledby={operationId}
      sx={{ minWidth: 0, paddingBlock: '28px', borderBlockStart: '1px solid', borderColor: 'divider' }}
    >
      <Box {...REFERENCE}>
        <Typography variant="h3" id={operationId} tabIndex={-1} sx={{ overflowWrap: 'anywhere', outline: 'none' }}>
          {operationId}
        </Typography>
        <Box component="code" sx={{ ...MONOSPACE, display: 'block', marginBlock: '6px 10px' }}>
          <strong>{method}</strong> {path}
        </Box>
        <Typography>
          <Marked text={summary} />
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', marginBlockStart: '4px' }}>
          <Marked text={description} />
        </Typography>
      </Box>
      <CodeBlock snippets={snippetsOf(document, operation)} of={operationId} />
      <TryIt document={document} operation={operation} />
      {parameters.length > 0 && (
        <Part title={t('api.parameters')}>
          <Fields
            fields={parameters.map((one) => ({
              name: one.name,
              schema: one.schema,
              isRequired: one.required,
              description: [`In the ${one.in}.`, one.description, defaultOf(one.schema.default)]
                .filter((text) => text !== undefined)
                .join(' '),
            }))}
          />
        </Part>
      )}
      {requestBody !== undefined && (
        <Part title={t('api.body')}>
          {Object.entries(requestBody.content).map(([type, { schema = {} }]) => (
            <Box key={type} {...REFERENCE} sx={{ marginBlockEnd: '12px' }}>
              <Box component="code" sx={MONOSPACE}>
                {type}
              </Box>{' '}
              <TypeOf schema={schema} />
              {nameOf(schema) !== undefined && <Fields fields={fieldsOf(resolve(document, schema))} />}
            </Box>
          ))}
        </Part>
      )}
      <Part title={t('api.answers')}>
        {successes.map(([status, answer]) => (
          <Success key={status} status={status} answer={answer} />
        ))}
        {failures.length > 0 && <Failures failures={failures} />}
      </Part>
    </Box>
  );
}

const defaultOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : `\`${JSON.stringify(value)}\` where it is left out.`;

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box sx={{ marginBlockStart: '20px' }}>
      <Typography component="h4" sx={{ fontWeight: 650, marginBlockEnd: '4px' }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

function Success({ status, answer: { description, content = {} } }: { status: string; answer: Answer }) {
  const json = content['application/json']?.schema;
  const others = Object.keys(content).filter((type) => type !== 'application/json');
  return (
    <Box {...REFERENCE} sx={{ paddingBlock: '4px' }}>
      <Box component="code" sx={{ ...MONOSPACE, fontWeight: 650 }}>
        {status}
      </Box>{' '}
      <Marked text={description} /> {json !== undefined && <TypeOf schema={json} />}
      {others.length > 0 && (
        <Box component="code" sx={{ ...MONOSPACE, color: 'text.secondary' }}>
          {others.join(', ')}
        </Box>
      )}
    </Box>
  );
}

/** The codes of each status, folded: most calls meet none of them. */
function Failures({ failures }: { failures: readonly [status: string, answer: Answer][] }) {
  const { t } = useTranslation('docs');
  const language = useLanguage();
  const page = localPath(language, '/docs/errors');
  return (
    <details>
      <Box component="summary" sx={{ paddingBlock: '10px', cursor: 'pointer' }}>
        {t('api.errors')}
      </Box>
      {failures.map(([status, { description }]) => (
        <Box key={status} {...REFERENCE} sx={{ display: 'flex', gap: '12px', paddingBlock: '4px' }}>
          <Box component="code" sx={{ ...MONOSPACE, fontWeight: 650 }}>
            {status}
          </Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: '16px', minWidth: 0 }}>
            {[...description.matchAll(/^`(\w+)`/gm)].map(([, code = '']) => (
              <Link key={code} component={RouterLink} to={`${page}#${code}`} sx={MONOSPACE}>
                {code}
              </Link>
            ))}
          </Box>
        </Box>
      ))}
    </details>
  );
}
