import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useId, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { urlProblem, type UrlProblem } from './files/validation.ts';

const Field = styled('input')(({ theme }) => ({
  flexGrow: 1,
  minWidth: 0,
  height: 44,
  paddingInline: theme.spacing(1.5),
  font: 'inherit',
  color: 'inherit',
  backgroundColor: 'transparent',
  border: `1px solid ${theme.vars.palette.clearcut.edge}`,
  borderRadius: 4,
  '&::placeholder': { color: theme.vars.palette.text.secondary, opacity: 1 },
  '&[aria-invalid=true]': { borderColor: theme.vars.palette.error.main },
}));

/** Rejects text that cannot be a picture's address; the server tries the rest. */
export function UrlField({ onUrl }: { onUrl: (url: string) => void }) {
  const { t } = useTranslation('uploads');
  const [url, setUrl] = useState('');
  const [problem, setProblem] = useState<UrlProblem>();
  const id = useId();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = urlProblem(url);
    setProblem(found);
    if (found === undefined) onUrl(url.trim());
  };

  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ marginBlockStart: { xs: '14px', sm: '18px' } }}>
      <Box
        component="label"
        htmlFor={id}
        sx={{ display: 'block', fontSize: 'small', fontWeight: 'strong', marginBlockEnd: 0.75 }}
      >
        {t('url.label')}
      </Box>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Field
          id={id}
          // Addresses run left to right in every language.
          dir="ltr"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder={t('url.placeholder')}
          value={url}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-problem`}
          onChange={({ target }) => {
            setUrl(target.value);
            setProblem(undefined);
          }}
        />
        <Button type="submit" variant="outlined" sx={{ flexShrink: 0, whiteSpace: 'nowrap' }}>
          {t('url.submit')}
        </Button>
      </Box>
      <Box id={`${id}-problem`} role="alert" sx={{ color: 'error.main', fontSize: 'small', fontWeight: 'strong' }}>
        {problem !== undefined && <Box sx={{ paddingBlockStart: 0.75 }}>{t(`url.${problem}`)}</Box>}
      </Box>
    </Box>
  );
}
