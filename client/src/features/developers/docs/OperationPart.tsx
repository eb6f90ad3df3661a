import { Fragment, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { localPath } from '../../../lib/i18n/paths.ts';
import { useLanguage } from '../../../lib/i18n/useLanguage.ts';
import { CodeBlock } from './CodeBlock.tsx';
import {
  type Answer,
  type ApiDocument,
  type Operation,
  nameOf,
  resolve,
} from '@clearcut/schemas/api-reference/document';
import { Fields, fieldsOf, Marked, TypeOf } from './Fields.tsx';
import { REFERENCE } from './reference.ts';
import { TryIt } from './TryIt.tsx';
import { snippetsOf } from '@clearcut/schemas/api-reference/snippets';

export function OperationPart({ document, operation }: { document: ApiDocument; operation: Operation }) {
  const { t } = useTranslation('docs');
  const { operationId, method, path, summary, description, parameters = [], requestBody, responses } = operation;
  const answers = Object.entries(responses);
  const successes = answers.filter(([status]) => status < '400');
  const failures = answers.filter(([status]) => status >= '400');
  return (
    <article aria-labelledby={operationId}>
      <div {...REFERENCE}>
        <h3 id={operationId} tabIndex={-1}>
          {operationId}
        </h3>
        <code>
          <strong>{method}</strong> {path}
        </code>
        <p>
          <Marked text={summary} />
        </p>
        <p>
          <Marked text={description} />
        </p>
      </div>
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
            <div key={type} {...REFERENCE}>
              <code>{type}</code> <TypeOf schema={schema} />
              {nameOf(schema) !== undefined && <Fields fields={fieldsOf(resolve(document, schema))} isWithin />}
            </div>
          ))}
        </Part>
      )}
      <Part title={t('api.answers')}>
        {successes.map(([status, answer]) => (
          <Success key={status} status={status} answer={answer} />
        ))}
        {failures.length > 0 && <Failures failures={failures} />}
      </Part>
    </article>
  );
}

const defaultOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : `\`${JSON.stringify(value)}\` where it is left out.`;

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h4>{title}</h4>
      {children}
    </div>
  );
}

function Success({ status, answer: { description, content = {} } }: { status: string; answer: Answer }) {
  const json = content['application/json']?.schema;
  const others = Object.keys(content).filter((type) => type !== 'application/json');
  return (
    <div {...REFERENCE}>
      <code>
        <b>{status}</b>
      </code>{' '}
      <span>
        <Marked text={description} />
      </span>{' '}
      {json !== undefined && <TypeOf schema={json} />}
      {others.length > 0 && <code>{others.join(', ')}</code>}
    </div>
  );
}

/** Drawn once opened: in the document they would take a second round trip. */
function Failures({ failures }: { failures: readonly [status: string, answer: Answer][] }) {
  const { t } = useTranslation('docs');
  const language = useLanguage();
  const [isOpened, setIsOpened] = useState(false);
  const page = localPath(language, '/docs/errors');
  return (
    <details onToggle={() => setIsOpened(true)}>
      <summary>{t('api.errors')}</summary>
      {isOpened ? (
        failures.map(([status, { description }]) => (
          <p key={status} {...REFERENCE}>
            <code>
              <b>{status}</b>
            </code>
            {[...description.matchAll(/^`(\w+)`/gm)].map(([, code = '']) => (
              <Fragment key={code}>
                {' '}
                <Link to={`${page}#${code}`} discover="none">
                  {code}
                </Link>
              </Fragment>
            ))}
          </p>
        ))
      ) : (
        <Link to={page} discover="none">
          {t('errors.title')}
        </Link>
      )}
    </details>
  );
}
