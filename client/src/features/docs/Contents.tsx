import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';

/** A place of the page. */
export interface Entry {
  readonly id: string;
  readonly section: string;
  readonly label: string;
  /** Whether the label is in the words of the reference, and not of the page's language. */
  readonly isCode: boolean;
  /** What it is found by, beside the label. */
  readonly words: string;
}

const fits = ({ label, words }: Entry, query: string): boolean => {
  const text = `${label} ${words}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
};

/** Where everything is, with a search: Ctrl+K leads to it, arrow keys go through what was found, Enter opens it. */
export function Contents({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTranslation('docs');
  const [query, setQuery] = useState('');
  const whole = useRef<HTMLElement>(null);
  const found = entries.filter((entry) => fits(entry, query.trim()));
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
    if (event.key === 'Enter' && at === 0 && query.trim() !== '') stops[1]?.click();
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
        gap: '12px',
        maxHeight: { xs: '360px', md: 'calc(100dvh - 48px)' },
      }}
    >
      <TextField
        type="search"
        label={t('api.search')}
        helperText={t('api.searchHelp')}
        value={query}
        onChange={({ target }) => setQuery(target.value)}
        slotProps={{ htmlInput: { 'aria-keyshortcuts': 'Control+K Meta+K' } }}
      />
      <Box sx={{ overflowY: 'auto', paddingInline: '4px' }}>
        <div role="status">{found.length === 0 && <Typography>{t('api.nothing')}</Typography>}</div>
        {sections.map((section) => (
          <Box key={section} sx={{ marginBlockEnd: '12px' }}>
            <Typography variant="body2" sx={{ fontWeight: 650 }}>
              {section}
            </Typography>
            <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
              {found
                .filter((entry) => entry.section === section)
                .map(({ id, label, isCode }) => (
                  <li key={id}>
                    <Link
                      component={RouterLink}
                      to={`#${id}`}
                      onClick={() => document.getElementById(id)?.focus({ preventScroll: true })}
                      underline="hover"
                      sx={{ display: 'block', paddingBlock: '4px', fontSize: '0.9375rem', overflowWrap: 'anywhere' }}
                      {...(isCode ? { lang: 'en' } : {})}
                    >
                      <bdi>{label}</bdi>
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
