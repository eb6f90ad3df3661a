import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyIcon } from '../../ui/icons.tsx';
import { Sheet } from '../../ui/paper/Sheet.tsx';

const command = (key: string): string =>
  `curl -H 'X-Api-Key: ${key}' -F image_file=@photo.jpg -F size=auto -o cutout.png ${location.origin}/v1.0/removebg`;

/** The key itself, once: it is nowhere else. */
export function MadeKey({ value, onDone }: { value: string; onDone: () => void }) {
  const { t } = useTranslation('api');
  const [copied, setCopied] = useState(false);
  return (
    <Sheet role="status" sx={{ padding: { xs: '24px 20px', md: '32px' }, marginBlockEnd: '20px' }}>
      <Typography variant="h3" component="h2">
        {t('made.title')}
      </Typography>
      <Typography sx={{ marginBlock: '6px 16px' }}>{t('made.text')}</Typography>
      {[value, command(value)].map((text) => (
        <Box
          key={text}
          component="pre"
          dir="ltr"
          tabIndex={0}
          sx={{
            margin: '0 0 12px',
            padding: '12px 16px',
            border: '1px solid',
            borderColor: 'divider',
            borderRadius: '4px',
            fontFamily: 'monospace',
            fontSize: 14,
            whiteSpace: 'pre-wrap',
            overflowWrap: 'anywhere',
            userSelect: 'all',
          }}
        >
          {text}
        </Box>
      ))}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '12px' }}>
        {'clipboard' in navigator && (
          <Button
            variant="contained"
            color="primary"
            startIcon={<CopyIcon />}
            onClick={() => void navigator.clipboard.writeText(value).then(() => setCopied(true))}
          >
            {t(copied ? 'made.copied' : 'made.copy')}
          </Button>
        )}
        <Button variant="outlined" onClick={onDone}>
          {t('made.done')}
        </Button>
      </Box>
    </Sheet>
  );
}
