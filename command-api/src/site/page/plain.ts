import { CONTACT_SUBJECT_LENGTH, CONTACT_TEXT_LENGTH } from '@clearcut/schemas/constants';
import { errorCatalogue } from '@clearcut/schemas/errors';
import { tagOf, TRANSLATIONS } from '@clearcut/schemas/languages';
import {
  FAQ_ITEMS,
  LEGAL_LAST_CHANGED,
  type LegalDocument,
  legalNames,
  legalSections,
  PRICING_QUESTIONS,
  siteNumbers,
} from '@clearcut/schemas/site/content';
import { PUBLIC_PAGES } from '@clearcut/schemas/site/pages';
import { localPath } from '@clearcut/schemas/site/resolve-page';
import { day, money } from '../../texts/amounts.ts';
import { type Html, html } from '../../texts/html.ts';
import { pageTextsIn, textsIn } from '../../texts/texts.ts';
import { headingOf } from './heading.ts';
import { reference } from './reference.ts';
import { type ShownPage, wordsOf } from './shown-page.ts';

/**
 * The page for people without JavaScript, whose browser shows what stands in `noscript`: its text in plain HTML, the contact form, and the
 * ways to the other pages.
 */
export function plainPage(shown: ShownPage): Html {
  return html`<header>${navigation(shown)}</header>
    <main>
      <h1>${headingOf(shown)}</h1>
      ${(CONTENTS[shown.page] ?? form)(shown)}
    </main>
    <footer>${languages(shown)}${legalLinks(shown)}</footer>`;
}

/** What a page says; the others are forms that do nothing without JavaScript, and say so. */
const CONTENTS: Partial<Record<ShownPage['page'], (shown: ShownPage) => Html>> = {
  home,
  pricing,
  faq,
  contact,
  contactFailed: contact,
  contactSent: contact,
  terms: (shown) => legal(shown, 'terms'),
  privacy: (shown) => legal(shown, 'privacy'),
  cookies: (shown) => legal(shown, 'cookies'),
  dataDeletion: (shown) => legal(shown, 'dataDeletion'),
  apiReference: reference,
  apiErrors: errors,
  notFound: ({ language }) => html`<p>${pageTextsIn(language, 'common')('notFound.text')}</p>`,
};

function form(shown: ShownPage): Html {
  const needs = textsIn(shown.language, 'site')(shown.page === 'upload' ? 'needed' : 'forms');
  return html`<p>${wordsOf(shown)?.description ?? ''}</p>
    <p>${needs}</p>`;
}

const part = (title: string, text: string): Html =>
  html`<h2>${title}</h2>
    <p>${text}</p>`;

function home({ language }: ShownPage): Html {
  const t = pageTextsIn(language, 'home');
  const numbers = siteNumbers(language);
  const facts = ['kept', 'where', 'price', 'hd', 'files'].map((fact) =>
    part(`${t(`facts.${fact}.name`)}: ${t(`facts.${fact}.value`)}`, t(`facts.${fact}.text`, numbers)),
  );
  const steps = ['drop', 'cut', 'take'].map(
    (step) => html`<li><b>${t(`steps.${step}.title`)}</b> ${t(`steps.${step}.text`)}</li>`,
  );
  return html`<p>${t('lead')}</p>
    <p>${textsIn(language, 'site')('needed')}</p>
    <h2 id="how-to-use">${t('steps.title')}</h2>
    <ol>
      ${steps}
    </ol>
    ${facts}`;
}

function pricing({ language, offers }: ShownPage): Html {
  const t = pageTextsIn(language, 'pricing');
  const plan = pageTextsIn(language, 'payments');
  const line = textsIn(language, 'site');
  const numbers = siteNumbers(language);
  const lines = offers.map(
    ({ name, amount, currency, interval }) =>
      html`<li>
        ${line(interval === null ? 'once' : 'plan', {
          name: plan(`plan.${name}`),
          amount: money(amount, currency, language),
        })}
      </li>`,
  );
  return html`<p>${t('lead')}</p>
    <ul>
      ${lines}
    </ul>
    ${PRICING_QUESTIONS.map((name) => part(t(`questions.${name}.ask`), t(`questions.${name}.answer`, numbers)))}`;
}

function faq({ language }: ShownPage): Html {
  const t = pageTextsIn(language, 'faq');
  const numbers = siteNumbers(language);
  return html`<p>${t('lead')} <a href="${localPath(language, '/contact')}">${t('contact')}</a></p>
    ${FAQ_ITEMS.map((item) => part(t(`items.${item}.q`), t(`items.${item}.a`, numbers)))}`;
}

function legal({ language, facts }: ShownPage, document: LegalDocument): Html {
  const { operator } = facts;
  const t = pageTextsIn(language, 'legal');
  const values = { ...siteNumbers(language), ...legalNames(facts) };
  const sections = legalSections(document, facts).map((section) =>
    part(t(`${document}.sections.${section}.title`), t(`${document}.sections.${section}.text`, values)),
  );
  const who =
    operator === null
      ? html`<p>${t('operator.unnamed')}</p>`
      : html`<address>
          ${[operator.name, ...operator.address].map((one) => html`<bdi>${one}</bdi><br />`)}
          <a href="mailto:${operator.email}"><bdi>${operator.email}</bdi></a>
        </address>`;
  return html`<p>${t('updated', { date: day(`${LEGAL_LAST_CHANGED}T00:00:00Z`, language) })}</p>
    ${sections}
    <h2>${t('operator.title')}</h2>
    ${who}`;
}

/** Every error of the catalogue by its status; problem details lead to the codes. */
function errors({ language }: ShownPage): Html {
  const t = pageTextsIn(language, 'docs');
  const codes = Object.entries(errorCatalogue);
  const statuses = [...new Set(codes.map(([, { status }]) => status))].toSorted((one, other) => one - other);
  const sections = statuses.map(
    (status) =>
      html`<h2>${String(status)}</h2>
        <p>${t(`errors.advice.${status}`)}</p>
        <ul>
          ${codes
            .filter(([, error]) => error.status === status)
            .map(
              ([code, { message }]) =>
                html`<li id="${code}"><code dir="ltr">${code}</code>: <span lang="en" dir="ltr">${message}</span></li>`,
            )}
        </ul>`,
  );
  return html`<p>${t('errors.lead')}</p>
    ${sections}`;
}

/** The form that the client shows, as a browser sends it by itself. */
function contact({ page, language }: ShownPage): Html {
  const t = pageTextsIn(language, 'contact');
  if (page === 'contactSent') return html`<p role="status">${t('sent.text')}</p>`;
  const failed = page === 'contactFailed' ? html`<p role="alert">${t('failed')}</p>` : html``;
  return html`<p>${t('lead')}</p>
    ${failed}
    <form method="post" action="/api/contact/" enctype="multipart/form-data">
      <input type="hidden" name="form" value="public" /><input type="hidden" name="language" value="${language}" />
      <label>${t('field.email')} <input type="email" name="email" autocomplete="email" required /></label>
      <label
        >${t('field.subject')} <input name="subject" maxlength="${String(CONTACT_SUBJECT_LENGTH)}" required
      /></label>
      <label
        >${t('field.message')}
        <textarea name="message" rows="6" maxlength="${String(CONTACT_TEXT_LENGTH)}" required></textarea>
      </label>
      <label>${t('field.file')} <input type="file" name="file" accept="image/jpeg,image/png,application/pdf" /></label>
      <button type="submit">${t('send')}</button>
    </form>`;
}

function navigation({ language }: ShownPage): Html {
  const t = pageTextsIn(language, 'common');
  const links = (['pricing', 'faq', 'contact'] as const).map(
    (page) => html`<a href="${localPath(language, PUBLIC_PAGES[page].path)}">${t(`nav.${page}`)}</a> `,
  );
  return html`<nav aria-label="${t('nav.main')}">
    <a href="${localPath(language, '/')}"><b>${t('brand')}</b></a> ${links}
  </nav>`;
}

/** The page in the other languages; the home page where it has no address of its own in each. */
function languages({ language, path }: ShownPage): Html {
  const links = TRANSLATIONS.map(
    ({ code, label }) =>
      html`<a href="${localPath(code, path ?? '/')}" lang="${tagOf(code)}" hreflang="${tagOf(code)}">${label}</a> `,
  );
  return html`<nav aria-label="${pageTextsIn(language, 'common')('footer.languages')}">${links}</nav>`;
}

function legalLinks({ language }: ShownPage): Html {
  const t = pageTextsIn(language, 'common');
  const links = (['terms', 'privacy', 'cookies', 'dataDeletion'] as const).map(
    (page) => html`<a href="${localPath(language, PUBLIC_PAGES[page].path)}">${t(`footer.${page}`)}</a> `,
  );
  return html`<nav aria-label="${t('footer.legal')}">${links}</nav>`;
}
