import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type ChangeEvent, type SyntheticEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { toFailure } from '../../../lib/errors/failure.ts';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { FoundList } from './FoundList.tsx';
import { hashFile } from './hash-file.ts';
import { searchQuery } from './query.ts';

/** One search box for anything a customer may name. */
export function SearchPage() {
  const { t } = useTranslation('support');
  const failureText = useFailureText();
  // Kept in the history entry: an email address must not be part of the URL.
  const query = (useLocation().state as { q?: string } | null)?.q ?? '';
  const navigate = useNavigate();
  const [text, setText] = useState(query);
  const fileId = useId();
  const fileField = useRef<HTMLInputElement>(null);
  const { data, error, isFetching, refetch } = useQuery(searchQuery(query));
  const search = (q: string): void => {
    if (q === query) void refetch();
    else void navigate('.', { replace: true, state: { q } });
  };

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (text.trim() !== '') search(text.trim());
  }

  async function choose({ target: { files } }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const file = files?.[0];
    if (file === undefined) return;
    const hash = await hashFile(file);
    setText(hash);
    search(hash);
  }

  return (
    <>
      <PageHeader title={t('search.title')} lead={t('search.lead')} />
      <Sheet sx={{ padding: { xs: 2.5, md: 3.5 } }}>
        <Box
          component="form"
          role="search"
          onSubmit={submit}
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-start' }}
        >
          <TextField
            label={t('search.label')}
            value={text}
            onChange={({ target }) => setText(target.value)}
            helperText={t('search.hint')}
            // Staff come here to search.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            slotProps={{ htmlInput: { dir: 'auto', spellCheck: false, autoComplete: 'off', maxLength: 254 } }}
            sx={{ flex: '1 1 320px' }}
          />
          <Button type="submit" variant="contained" color="primary" loading={isFetching} sx={{ minHeight: 56 }}>
            {t('search.go')}
          </Button>
          <Button variant="outlined" sx={{ minHeight: 56 }} onClick={() => fileField.current?.click()}>
            {t('search.file')}
          </Button>
          <VisuallyHidden>
            <label htmlFor={fileId}>{t('search.file')}</label>
            <input ref={fileField} id={fileId} type="file" tabIndex={-1} onChange={(event) => void choose(event)} />
          </VisuallyHidden>
        </Box>
        <Typography variant="body2" sx={{ color: 'text.secondary', marginBlockStart: 1.5 }}>
          {t('search.privacy')}
        </Typography>
      </Sheet>
      <Box aria-live="polite" sx={{ marginBlockStart: 2.5 }}>
        {error !== null && <Typography role="alert">{failureText(toFailure(error))}</Typography>}
        {error === null && data !== undefined && <FoundList answer={data} />}
      </Box>
    </>
  );
}
