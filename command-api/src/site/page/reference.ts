import {
  type Answer,
  type ApiDocument,
  nameOf,
  type Operation,
  operationsOf,
  resolve,
  type Schema,
} from '@clearcut/schemas/api-reference/document';
import { CODE_LANGUAGES, snippetsOf } from '@clearcut/schemas/api-reference/snippets';
import { typeWords } from '@clearcut/schemas/api-reference/type-words';
import { API_GUIDES } from '@clearcut/schemas/site/content';
import { localPath } from '@clearcut/schemas/site/resolve-page';
import { type Html, html } from '../../texts/html.ts';
import { pageTextsIn } from '../../texts/texts.ts';
import type { ShownPage } from './shown-page.ts';

type Texts = ReturnType<typeof pageTextsIn>;

/** The reference of the API without JavaScript: how to begin, and every operation and type of the document. */
export function reference({ language, apiDocument }: ShownPage): Html {
  const t = pageTextsIn(language, 'docs');
  const values = { key: 'X-Api-Key', setting: 'REMBG_FACADE=true', library: 'standardwebhooks' };
  const document = apiDocument();
  const operations = operationsOf(document);
  const guides = API_GUIDES.map(
    (guide) =>
      html`<h2>${t(`api.${guide}.title`)}</h2>
        <p>${t(`api.${guide}.text`, values)}</p>`,
  );
  const sections = document.tags.map(
    ({ name }) =>
      html`<h2 lang="en" dir="ltr">${name}</h2>
        ${operations.filter(({ tags }) => tags.includes(name)).map((one) => operationPart(t, document, one))}`,
  );
  const types = Object.entries(document.components.schemas).map(
    ([name, schema]) =>
      html`<h3 id="type-${name}" lang="en" dir="ltr">${name}</h3>
        ${fieldList(t, schema)}`,
  );
  return html`<p>${t('api.lead')}</p>
    <ul>
      <li><a href="/v1/openapi.json">${t('api.document')}</a></li>
      <li><a href="${localPath(language, '/docs/errors')}">${t('errors.title')}</a></li>
    </ul>
    ${guides}${sections}
    <h2>${t('api.types')}</h2>
    ${types}`;
}

function operationPart(t: Texts, document: ApiDocument, operation: Operation): Html {
  const { operationId, method, path, summary, description, parameters = [], requestBody, responses } = operation;
  const snippets = snippetsOf(document, operation);
  const code = CODE_LANGUAGES.map(
    (language) =>
      html`<h4>${language}</h4>
        <pre dir="ltr">${snippets[language] ?? ''}</pre>`,
  );
  const fields = parameters.map(
    (one) =>
      html`<li>
        <code>${one.name}</code>
        <code>${typeText(one.schema)}</code>${one.required ? html` (${t('api.required')})` : ''} In the ${one.in}.
        ${one.description ?? ''}
      </li>`,
  );
  const bodies = Object.entries(requestBody?.content ?? {}).map(
    ([type, { schema = {} }]) =>
      html`<p><code>${type}</code> <code>${typeText(schema)}</code></p>
        ${nameOf(schema) === undefined ? '' : fieldList(t, resolve(document, schema))}`,
  );
  return html`<article lang="en" dir="ltr">
    <h3 id="${operationId}">${operationId}</h3>
    <p><code>${method} ${path}</code></p>
    <p>${summary}</p>
    <p>${description}</p>
    ${
      fields.length === 0
        ? ''
        : titled(
            t('api.parameters'),
            html`<ul>
              ${fields}
            </ul>`,
          )
    }
    ${bodies.length === 0 ? '' : titled(t('api.body'), html`${bodies}`)}
    ${titled(
      t('api.answers'),
      html`<ul>
        ${Object.entries(responses).map(answerLine)}
      </ul>`,
    )}
    ${code}
  </article>`;
}

const titled = (title: string, content: Html): Html =>
  html`<h4>${title}</h4>
    ${content}`;

/** A success in the document's words; a failure by its codes, which the page of errors explains. */
function answerLine([status, { description }]: readonly [string, Answer]): Html {
  const codes = status < '400' ? [] : [...description.matchAll(/^`(\w+)`/gm)].map(([, code = '']) => code);
  return html`<li>${status}: ${codes.length > 0 ? codes.join(', ') : description}</li>`;
}

function fieldList(t: Texts, { properties = {}, required = [] }: Schema): Html {
  const fields = Object.entries(properties).map(
    ([name, schema]) =>
      html`<li>
        <code>${name}</code>
        <code>${typeText(schema)}</code>${required.includes(name) ? html` (${t('api.required')})` : ''}
        ${schema.description ?? ''}
      </li>`,
  );
  return fields.length === 0
    ? html``
    : html`<ul lang="en" dir="ltr">
        ${fields}
      </ul>`;
}

const typeText = (schema: Schema): string =>
  typeWords(schema)
    .map((part) => (typeof part === 'string' ? part : part.type))
    .join('');
