import { IMAGE_RETENTION_MS, MIN_AGE_YEARS, RETENTION_YEARS } from '@clearcut/schemas/constants';
import type { PublicPath } from '@clearcut/schemas/site/pages';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/i18n/useFormat.ts';
import { useSiteFacts } from '../../lib/site/facts.ts';
import { Head } from '../../ui/page/Head.tsx';
import { TextPage, TextPart } from './TextPage.tsx';

/** When a text last changed its meaning. */
const LAST_CHANGED = '2026-11-23';

/** The legal pages, and the sections of each in their order. */
const documents = {
  terms: ['service', 'age', 'pictures', 'plans', 'account', 'liability'],
  privacy: ['pictures', 'account', 'log', 'billing', 'support', 'others', 'rights'],
  cookies: ['needed', 'stored', 'tracking'],
  dataDeletion: ['picture', 'account', 'message'],
} as const;

export type LegalDocument = keyof typeof documents;

export interface LegalPageProps {
  readonly document: LegalDocument;
  /** Where search engines may list it. */
  readonly path?: PublicPath;
}

/** One of our own legal texts, with the numbers that hold here and the operator who answers for it. */
export function LegalPage({ document, path }: LegalPageProps) {
  const { t } = useTranslation('legal');
  const format = useFormat();
  const { operator } = useSiteFacts();
  const values = {
    hours: format.number(IMAGE_RETENTION_MS / 3_600_000),
    age: format.number(MIN_AGE_YEARS),
    accountYears: format.number(RETENTION_YEARS.account),
    billingYears: format.number(RETENTION_YEARS.billing),
    supportYears: format.number(RETENTION_YEARS.support),
  };
  const text = (part: 'title' | 'text', section: string): string =>
    t(`${document}.sections.${section}.${part}` as ParseKeys<'legal'>, values);
  return (
    <>
      <Head page={document} texts="legal" {...(path === undefined ? {} : { path })} />
      <TextPage title={t(`${document}.title`)} lead={t('updated', { date: format.day(LAST_CHANGED) })}>
        {documents[document].map((section) => (
          <TextPart key={section} title={text('title', section)}>
            <Typography>{text('text', section)}</Typography>
          </TextPart>
        ))}
        <TextPart title={t('operator.title')}>
          {operator === null ? (
            <Typography>{t('operator.unnamed')}</Typography>
          ) : (
            <Typography component="address" sx={{ fontStyle: 'normal' }}>
              {[operator.name, ...operator.address].map((line) => (
                <span key={line} style={{ display: 'block' }}>
                  <bdi>{line}</bdi>
                </span>
              ))}
              <Link href={`mailto:${operator.email}`}>
                <bdi>{operator.email}</bdi>
              </Link>
            </Typography>
          )}
        </TextPart>
      </TextPage>
    </>
  );
}
