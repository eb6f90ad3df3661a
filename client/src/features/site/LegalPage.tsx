import {
  LEGAL_LAST_CHANGED,
  type LegalDocument,
  legalNames,
  legalSections,
  siteNumbers,
} from '@clearcut/schemas/site/content';
import type { PublicPath } from '@clearcut/schemas/site/pages';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/i18n/useFormat.ts';
import { useLanguage } from '../../lib/i18n/useLanguage.ts';
import { useSiteFacts } from '../../lib/site/facts.ts';
import { Head } from '../../ui/page/Head.tsx';
import { TextPage, TextPart } from './TextPage.tsx';

export interface LegalPageProps {
  readonly document: LegalDocument;
  /** Set when search engines may list it. */
  readonly path?: PublicPath;
}

/** A legal text with this installation's numbers and operator. */
export function LegalPage({ document, path }: LegalPageProps) {
  const { t } = useTranslation('legal');
  const format = useFormat();
  const facts = useSiteFacts();
  const { operator } = facts;
  const values = { ...siteNumbers(useLanguage()), ...legalNames(facts) };
  const text = (part: 'title' | 'text', section: string): string =>
    t(`${document}.sections.${section}.${part}` as ParseKeys<'legal'>, values);
  return (
    <>
      <Head page={document} texts="legal" {...(path === undefined ? {} : { path })} />
      <TextPage title={t(`${document}.title`)} lead={t('updated', { date: format.day(LEGAL_LAST_CHANGED) })}>
        {legalSections(document, facts).map((section) => (
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
