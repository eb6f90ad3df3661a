import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLanguage } from '../../../lib/i18n/useLanguage.ts';
import type { Schema } from '@clearcut/schemas/api-reference/document';
import { addressOf, typeId } from './entries.ts';
import { REFERENCE } from './reference.ts';
import { objectsIn, typeWords } from '@clearcut/schemas/api-reference/type-words';

export interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
  readonly description?: string | undefined;
}

/** In the order of the schema. */
export const fieldsOf = ({ properties = {}, required = [] }: Schema): Field[] =>
  Object.entries(properties).map(([name, schema]) => ({ name, schema, isRequired: required.includes(name) }));

export function Fields({
  fields,
  isWithin = false,
}: {
  readonly fields: readonly Field[];
  readonly isWithin?: boolean;
}) {
  const { t } = useTranslation('docs');
  const language = useLanguage();
  return (
    <ul {...(isWithin ? {} : REFERENCE)}>
      {fields.map(({ name, schema, isRequired, description = schema.description }) => (
        <li key={name}>
          <div>
            <code>
              <b>{name}</b>
            </code>
            <TypeOf schema={schema} />
            {isRequired && (
              <span lang={language} dir="auto">
                {t('api.required')}
              </span>
            )}
          </div>
          {description !== undefined && (
            <p>
              <Marked text={description} />
            </p>
          )}
          {objectsIn(schema).map((inner, index) => (
            <Fields key={index} fields={fieldsOf(inner)} isWithin />
          ))}
        </li>
      ))}
    </ul>
  );
}

export function TypeOf({ schema }: { schema: Schema }) {
  const language = useLanguage();
  return (
    <code>
      {typeWords(schema).map((part, index) => (
        <Fragment key={index}>
          {typeof part === 'string' ? (
            part
          ) : (
            <Link to={addressOf({ page: 'types', id: typeId(part.type) }, language)} discover="none">
              {part.type}
            </Link>
          )}
        </Fragment>
      ))}
    </code>
  );
}

/** Renders backticks as code. */
export function Marked({ text }: { text: string }) {
  return text
    .split('`')
    .map((part, index) =>
      index % 2 === 0 ? <Fragment key={index}>{part}</Fragment> : <code key={index}>{part}</code>,
    );
}
