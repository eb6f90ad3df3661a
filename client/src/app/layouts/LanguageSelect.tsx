import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { isTranslated, tagOf, TRANSLATIONS } from '@clearcut/schemas/languages';
import { isPublicPath, isWithoutLanguage, localPath, splitPath } from '../../lib/i18n/paths.ts';
import { useLanguage } from '../../lib/i18n/useLanguage.ts';
import { GlobeIcon } from '../../ui/icons.tsx';
import { useFailureToast } from '../../ui/toasts/useFailureToast.ts';
import { showLanguage } from '../language/show-language.ts';
import { useChooseLanguage } from '../language/useChooseLanguage.ts';

/** A native select works with every keyboard, screen reader and phone. */
export function LanguageSelect() {
  const { t } = useTranslation();
  const language = useLanguage();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const keep = useChooseLanguage();
  const failureToast = useFailureToast();
  const field = useRef<HTMLSelectElement>(null);

  const choose = (code: string) => {
    if (!isTranslated(code)) return;
    keep(code);
    if (isWithoutLanguage(pathname)) {
      showLanguage(code).catch(failureToast);
      return;
    }
    const { path } = splitPath(pathname);
    void navigate(localPath(code, isPublicPath(path) ? path : '/') + search + hash, { preventScrollReset: true });
  };

  // React reports no choice made before hydration.
  useEffect(() => {
    const { value } = field.current!;
    if (value !== language) choose(value);
  });

  return (
    <Box
      sx={{
        position: 'relative',
        display: 'inline-flex',
        alignItems: 'center',
        '& svg': { position: 'absolute', insetInlineStart: 10, fontSize: 20, pointerEvents: 'none' },
      }}
    >
      <GlobeIcon aria-hidden />
      <Box
        component="select"
        ref={field}
        // Firefox would restore an earlier page's choice.
        autoComplete="off"
        aria-label={t('nav.language')}
        value={language}
        onChange={(event: React.ChangeEvent<HTMLSelectElement>) => choose(event.target.value)}
        sx={{
          appearance: 'none',
          height: 44,
          paddingInline: '38px 10px',
          font: 'inherit',
          fontWeight: 'strong',
          color: 'inherit',
          backgroundColor: 'transparent',
          border: '1px solid transparent',
          borderRadius: '4px',
          cursor: 'pointer',
          fieldSizing: 'content',
          '&:hover': { borderColor: 'clearcut.edge' },
          '& option': { color: '#12211d', backgroundColor: '#ffffff', fontFamily: 'system-ui, sans-serif' },
        }}
      >
        {TRANSLATIONS.map(({ code, label }) => (
          <option key={code} value={code} lang={tagOf(code)}>
            {label}
          </option>
        ))}
      </Box>
    </Box>
  );
}
