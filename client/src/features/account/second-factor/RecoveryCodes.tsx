import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../lib/save-file.ts';

/** Shown only once. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useTranslation('account');
  return (
    <Box role="status" sx={{ display: 'grid', gap: 2 }}>
      <Typography>{t('secondFactor.codesLead')}</Typography>
      <Box
        component="ul"
        dir="ltr"
        sx={{
          listStyle: 'none',
          margin: 0,
          padding: 2,
          display: 'grid',
          gridTemplateColumns: 'repeat(2, max-content)',
          rowGap: 0.75,
          columnGap: 4,
          border: '1px solid',
          borderColor: 'divider',
          borderRadius: '4px',
          fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
        }}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <Box sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap' }}>
        <Button
          variant="outlined"
          onClick={() =>
            saveFile(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }), 'clearcut-recovery-codes.txt')
          }
        >
          {t('secondFactor.download')}
        </Button>
        <Button variant="contained" color="primary" onClick={onKept}>
          {t('secondFactor.kept')}
        </Button>
      </Box>
    </Box>
  );
}
