import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { useLanguage } from '../../lib/i18n/useLanguage.ts';
import type { Schema } from '@clearcut/schemas/api-reference/document';
import { MONOSPACE, REFERENCE } from './reference.ts';
import { objectsIn, typeWords } from '@clearcut/schemas/api-reference/type-words';

export interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
  readonly description?: string | undefined;
}

/** The fields of an object, in the order of its schema. */
export const fieldsOf = ({ properties = {}, required = [] }: Schema): Field[] =>
  Object.entries(properties).map(([name, schema]) => ({ name, schema, isRequired: required.includes(name) }));

/** Names, types and meanings, with what stands within below it. */
export function Fields({ fields, label }: { fields: readonly Field[]; label?: string }) {
  const { t } = useTranslation('docs');
  const language = useLanguage();
  return (
    <Box component="ul" aria-label={label} {...REFERENCE} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {fields.map(({ name, schema, isRequired, description = schema.description }) => (
        <Box
          component="li"
          key={name}
          sx={{ paddingBlock: '8px', '& + &': { borderBlockStart: '1px solid', borderColor: 'divider' } }}
        >
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: '12px', alignItems: 'baseline' }}>
            <Box component="code" sx={{ ...MONOSPACE, fontWeight: 650 }}>
              {name}
            </Box>
            <TypeOf schema={schema} />
            {isRequired && (
              <Typography component="span" variant="body2" lang={language} dir="auto">
                {t('api.required')}
              </Typography>
            )}
          </Box>
          {description !== undefined && (
            <Typography variant="body2">
              <Marked text={description} />
            </Typography>
          )}
          {objectsIn(schema).map((inner, index) => (
            <Box
              key={index}
              sx={{ paddingInlineStart: '16px', borderInlineStart: '2px solid', borderColor: 'divider' }}
            >
              <Fields fields={fieldsOf(inner)} />
            </Box>
          ))}
        </Box>
      ))}
    </Box>
  );
}

/** A type, whose names lead to where they are described. */
export function TypeOf({ schema }: { schema: Schema }) {
  return (
    <Box component="code" sx={{ ...MONOSPACE, color: 'text.secondary' }}>
      {typeWords(schema).map((part, index) => (
        <Fragment key={index}>
          {typeof part === 'string' ? (
            part
          ) : (
            <Link component={RouterLink} to={`#type-${part.type}`}>
              {part.type}
            </Link>
          )}
        </Fragment>
      ))}
    </Box>
  );
}

/** A sentence of the document: what stands between backticks is code. */
export function Marked({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 0 ? (
      <Fragment key={index}>{part}</Fragment>
    ) : (
      <Box key={index} component="code" sx={MONOSPACE}>
        {part}
      </Box>
    ),
  );
}
