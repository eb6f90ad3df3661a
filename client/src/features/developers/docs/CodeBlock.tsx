import Box from '@mui/material/Box';
import { createContext, useContext, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CODE_LANGUAGES, type CodeLanguage, type Snippets } from '@clearcut/schemas/api-reference/snippets';
import { canCopy } from '../../../lib/can-copy.ts';
import { useOfBrowser } from '../../../lib/useOfBrowser.ts';

const Chosen = createContext<readonly [CodeLanguage, (language: CodeLanguage) => void]>(['curl', () => undefined]);

/** A language chosen at any code block applies to all below. */
export function CodeLanguageChoice({ children }: { children: ReactNode }) {
  const [chosen, choose] = useState<CodeLanguage>('curl');
  return <Chosen value={[chosen, choose]}>{children}</Chosen>;
}

/** The same code in several languages. @param of names it for people who do not see its context */
export function CodeBlock({ snippets, of }: { snippets: Snippets; of: string }) {
  const { t } = useTranslation('docs');
  const [chosen, choose] = useContext(Chosen);
  const [copied, setCopied] = useState<string>();
  const languages = CODE_LANGUAGES.filter((language) => snippets[language] !== undefined);
  const shown = languages.includes(chosen) ? chosen : (languages[0] ?? 'curl');
  const code = snippets[shown] ?? '';
  const isCopyable = useOfBrowser(() => canCopy('writeText'), false);
  return (
    <figure>
      <div role="group" aria-label={t('api.code', { of })}>
        {languages.map((language) => (
          <button key={language} type="button" aria-pressed={language === shown} onClick={() => choose(language)}>
            {language}
          </button>
        ))}
        <button
          type="button"
          disabled={!isCopyable}
          onClick={() => void navigator.clipboard.writeText(code).then(() => setCopied(code))}
        >
          {copied === code ? t('api.copied') : t('api.copy')}
        </button>
      </div>
      {/* A region that scrolls sideways must be reachable by keyboard. */}
      <Box component="pre" dir="ltr" tabIndex={0} role="region" aria-label={`${of}, ${shown}`}>
        {code}
      </Box>
    </figure>
  );
}
