import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { createContext, useContext, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CODE_LANGUAGES, type CodeLanguage, type Snippets } from '@clearcut/schemas/api-reference/snippets';
import { useOfBrowser } from '../../lib/useOfBrowser.ts';
import { MONOSPACE } from './reference.ts';

const Chosen = createContext<readonly [CodeLanguage, (language: CodeLanguage) => void]>(['curl', () => undefined]);

/** All code below it is in the language that the reader chose at any of it. */
export function CodeLanguageChoice({ children }: { children: ReactNode }) {
  const [chosen, choose] = useState<CodeLanguage>('curl');
  return <Chosen value={[chosen, choose]}>{children}</Chosen>;
}

/** Code that does the same in several languages. @param of names what it does, for people who do not see where it stands */
export function CodeBlock({ snippets, of }: { snippets: Snippets; of: string }) {
  const { t } = useTranslation('docs');
  const [chosen, choose] = useContext(Chosen);
  const [copied, setCopied] = useState<string>();
  const languages = CODE_LANGUAGES.filter((language) => snippets[language] !== undefined);
  const shown = languages.includes(chosen) ? chosen : (languages[0] ?? 'curl');
  const code = snippets[shown] ?? '';
  const canCopy = useOfBrowser(() => 'clipboard' in navigator, false);
  return (
    <Box
      sx={{
        minWidth: 0,
        marginBlockStart: '16px',
        border: '1px solid',
        borderColor: 'divider',
        borderRadius: '4px',
        backgroundColor: 'clearcut.paper',
      }}
    >
      <Box
        role="group"
        aria-label={t('api.code', { of })}
        sx={{ display: 'flex', flexWrap: 'wrap', gap: '4px', padding: '4px 8px' }}
      >
        {languages.map((language) => (
          <Button
            key={language}
            aria-pressed={language === shown}
            onClick={() => choose(language)}
            sx={{
              minHeight: 36,
              paddingInline: '10px',
              fontSize: '0.875rem',
              '&&': { textDecoration: 'none' },
              '&[aria-pressed=true]': { boxShadow: 'inset 0 -3px 0 currentColor' },
            }}
          >
            {language}
          </Button>
        ))}
        <Button
          onClick={() => void navigator.clipboard.writeText(code).then(() => setCopied(code))}
          sx={{
            minHeight: 36,
            marginInlineStart: 'auto',
            paddingInline: '10px',
            fontSize: '0.875rem',
            // Its room is kept: what comes after the page was taken over moves nothing.
            visibility: canCopy ? 'visible' : 'hidden',
          }}
        >
          {copied === code ? t('api.copied') : t('api.copy')}
        </Button>
      </Box>
      <Box
        component="pre"
        dir="ltr"
        // A region that scrolls sideways has to be reached by keyboard.
        tabIndex={0}
        role="region"
        aria-label={`${of}, ${shown}`}
        sx={{
          ...MONOSPACE,
          margin: 0,
          padding: '12px 16px',
          overflowX: 'auto',
          overflowWrap: 'normal',
          lineHeight: 1.6,
          borderBlockStart: '1px solid',
          borderColor: 'divider',
          '&:focus-visible': { outlineOffset: '-3px' },
        }}
      >
        {code}
      </Box>
    </Box>
  );
}
