import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { useLanguage } from '../../../lib/i18n/useLanguage.ts';
import { useOfBrowser } from '../../../lib/useOfBrowser.ts';
import { addressOf, type Entry, type ReferencePageName } from './entries.ts';

const fits = ({ label, words }: Entry, query: string): boolean => {
  const text = `${label} ${words}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
};

interface ContentsProps {
  readonly entries: readonly Entry[];
  readonly page: ReferencePageName;
}

/** Pixels; height of a text field. */
const SEARCH_HEIGHT = 44;

/** Table of contents with a search over all reference pages: Ctrl+K focuses it, arrow keys move, Enter opens. */
export function Contents({ entries, page }: ContentsProps) {
  const { t } = useTranslation('docs');
  const language = useLanguage();
  const isInBrowser = useOfBrowser(() => true, false);
  const id = useId();
  const [query, setQuery] = useState('');
  const whole = useRef<HTMLElement>(null);
  const wanted = query.trim();
  const found = entries.filter((entry) => (wanted === '' ? entry.page === page : fits(entry, wanted)));
  const sections = [...new Set(found.map(({ section }) => section))];

  useEffect(() => {
    const focus = (event: globalThis.KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      whole.current?.querySelector('input')?.focus();
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, []);

  const move = (event: KeyboardEvent): void => {
    const stops = [...(whole.current?.querySelectorAll<HTMLElement>('input, a') ?? [])];
    const at = stops.indexOf(event.target as HTMLElement);
    if (event.key === 'Enter' && at === 0 && wanted !== '') stops[1]?.click();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    stops[at + step]?.focus();
  };

  return (
    <Box
      ref={whole}
      component="nav"
      aria-label={t('api.contents')}
      onKeyDown={move}
      sx={{
        position: { md: 'sticky' },
        insetBlockStart: '24px',
        display: 'grid',
        gridTemplateRows: 'auto minmax(0, 1fr)',
        gap: 1.5,
        maxHeight: { xs: '360px', md: 'calc(100dvh - 48px)' },
      }}
    >
      {/* Search needs the browser: the document reserves the field's space without its styles. */}
      <Box sx={isInBrowser ? {} : { visibility: 'hidden' }}>
        <Typography component="label" variant="body2" htmlFor={`${id}-search`} sx={{ fontWeight: 'strong' }}>
          {t('api.search')}
        </Typography>
        <Box sx={{ height: SEARCH_HEIGHT, marginBlock: 0.75 }}>
          {isInBrowser && (
            <TextField
              id={`${id}-search`}
              type="search"
              value={query}
              onChange={({ target }) => setQuery(target.value)}
              slotProps={{ htmlInput: { 'aria-keyshortcuts': 'Control+K Meta+K', 'aria-describedby': `${id}-help` } }}
            />
          )}
        </Box>
        <Typography variant="body2" id={`${id}-help`} sx={{ color: 'text.secondary' }}>
          {t('api.searchHelp')}
        </Typography>
      </Box>
      <Box sx={{ overflowY: 'auto', paddingInline: 0.5 }}>
        <div role="status">{found.length === 0 && <Typography>{t('api.nothing')}</Typography>}</div>
        {sections.map((section) => (
          <Box key={section} sx={{ marginBlockEnd: 1.5 }}>
            <Typography variant="body2" sx={{ fontWeight: 'strong' }}>
              {section}
            </Typography>
            <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
              {found
                .filter((entry) => entry.section === section)
                .map((entry) => (
                  <li key={entry.id}>
                    <Link
                      component={RouterLink}
                      to={addressOf(entry, language)}
                      underline="hover"
                      sx={{ display: 'block', paddingBlock: 0.5, fontSize: 'small', overflowWrap: 'anywhere' }}
                      {...(entry.isCode ? { lang: 'en' } : {})}
                    >
                      <bdi>{entry.label}</bdi>
                    </Link>
                  </li>
                ))}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
