import { useTranslation } from 'react-i18next';
import type common from '../../../locales/en/common.json';
import { DEFAULT_LANGUAGE, TRANSLATIONS } from '@clearcut/schemas/languages';
import { localPath, type PublicPath } from '../../lib/i18n/paths.ts';
import { useLanguage } from '../../lib/i18n/useLanguage.ts';

export type PageName = keyof typeof common.meta;

const address = (path: string) => new URL(path, location.origin).href;

/** Title, description and, for a page that search engines may list, its address in every language. */
export function Head({ page, path }: { page: PageName; path?: PublicPath }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <>
      <title>{t(`meta.${page}.title`)}</title>
      <meta name="description" content={t(`meta.${page}.description`)} />
      {path === undefined ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <link rel="canonical" href={address(localPath(language, path))} />
          {TRANSLATIONS.map(({ code }) => (
            <link key={code} rel="alternate" hrefLang={code} href={address(localPath(code, path))} />
          ))}
          <link rel="alternate" hrefLang="x-default" href={address(localPath(DEFAULT_LANGUAGE, path))} />
        </>
      )}
    </>
  );
}
