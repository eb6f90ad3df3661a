import {
  BULK_MAX_IMAGES,
  IMAGE_RETENTION_MS,
  MAX_PIXELS,
  MAX_UPLOAD_BYTES,
  PREVIEW_MAX_SIDE,
} from '@clearcut/schemas/constants';
import { TRIAL_DAYS } from '@clearcut/schemas/subscription/prices';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import type faq from '../../../locales/en/faq.json';
import { useFormat } from '../../lib/i18n/useFormat.ts';
import { localPath } from '../../lib/i18n/paths.ts';
import { useLanguage } from '../../lib/i18n/useLanguage.ts';
import { Head } from '../../ui/page/Head.tsx';
import { JsonLd } from '../../ui/page/JsonLd.tsx';
import { TextPage, TextPart } from './TextPage.tsx';

type Item = keyof typeof faq.items;
const items: readonly Item[] = ['cost', 'files', 'kept', 'seen', 'account', 'wrong', 'many', 'team', 'trial'];

/** What people ask before they give a picture away, in the numbers that hold here. */
export function FaqPage() {
  const { t } = useTranslation('faq');
  const language = useLanguage();
  const format = useFormat();
  const values = {
    pixels: format.number(PREVIEW_MAX_SIDE),
    size: format.bytes(MAX_UPLOAD_BYTES),
    megapixels: format.number(MAX_PIXELS / 1_000_000),
    hours: format.number(IMAGE_RETENTION_MS / 3_600_000),
    bulk: format.number(BULK_MAX_IMAGES),
    days: format.number(TRIAL_DAYS),
  };
  const answers = items.map((item) => ({
    item,
    question: t(`items.${item}.q`),
    answer: t(`items.${item}.a`, values),
  }));
  return (
    <>
      <Head page="faq" texts="faq" path="/faq" />
      <JsonLd
        data={{
          '@type': 'FAQPage',
          mainEntity: answers.map(({ question, answer }) => ({
            '@type': 'Question',
            name: question,
            acceptedAnswer: { '@type': 'Answer', text: answer },
          })),
        }}
      />
      <TextPage
        title={t('title')}
        lead={
          <>
            {t('lead')}{' '}
            <Link component={RouterLink} to={localPath(language, '/contact')}>
              {t('contact')}
            </Link>
          </>
        }
      >
        {answers.map(({ item, question, answer }) => (
          <TextPart key={item} title={question}>
            <Typography>{answer}</Typography>
          </TextPart>
        ))}
      </TextPage>
    </>
  );
}
