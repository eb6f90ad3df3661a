import { useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type app from '../../../locales/en/app.json';
import type common from '../../../locales/en/common.json';
import type contact from '../../../locales/en/contact.json';
import type docs from '../../../locales/en/docs.json';
import type faq from '../../../locales/en/faq.json';
import type legal from '../../../locales/en/legal.json';
import type support from '../../../locales/en/support.json';
import type supportAccess from '../../../locales/en/support-access.json';
import { DEFAULT_LANGUAGE, tagOf, TRANSLATIONS } from '@clearcut/schemas/languages';
import { FIRST_HEAD_ATTRIBUTE } from '@clearcut/schemas/site/facts';
import { localPath, type PublicPath } from '../../lib/i18n/paths.ts';
import { useSiteFacts } from '../../lib/site/facts.ts';
import { useLanguage } from '../../lib/i18n/useLanguage.ts';

interface Pages {
  readonly app: keyof typeof app.meta;
  readonly common: keyof typeof common.meta;
  readonly contact: keyof typeof contact.meta;
  readonly docs: keyof typeof docs.meta;
  readonly faq: keyof typeof faq.meta;
  readonly legal: keyof typeof legal.meta;
  readonly support: keyof typeof support.meta;
  readonly 'support-access': keyof typeof supportAccess.meta;
}

type PageName = Pages['common'];

export interface HeadProps<Texts extends keyof Pages> {
  readonly page: Pages[Texts];
  readonly texts?: Texts;
  readonly path?: PublicPath;
}

export function Head<Texts extends keyof Pages = 'common'>({ page, texts, path }: HeadProps<Texts>) {
  const { t } = useTranslation(texts as 'common' | undefined);
  const language = useLanguage();
  const { origin } = useSiteFacts();
  useLayoutEffect(() => {
    for (const tag of document.head.querySelectorAll(`[${FIRST_HEAD_ATTRIBUTE}]`)) tag.remove();
  }, []);
  const address = (path: string): string => new URL(path, origin).href;
  return (
    <>
      <title>{t(`meta.${page as PageName}.title`)}</title>
      <meta name="description" content={t(`meta.${page as PageName}.description`)} />
      {path === undefined ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <link rel="canonical" href={address(localPath(language, path))} />
          {TRANSLATIONS.map(({ code }) => (
            <link key={code} rel="alternate" hrefLang={tagOf(code)} href={address(localPath(code, path))} />
          ))}
          <link rel="alternate" hrefLang="x-default" href={address(localPath(DEFAULT_LANGUAGE, path))} />
        </>
      )}
    </>
  );
}
