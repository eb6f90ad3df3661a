import { useMutation } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useTranslation } from 'react-i18next';
import { canCopy } from '../../../lib/can-copy.ts';
import { CheckIcon } from '../../../ui/icons.tsx';
import { CopyIcon } from '../../../ui/work-icons.tsx';

/** Verbatim text with a copy button. @param what names it for the button */
export function CopyText({ text, what }: { text: string; what: string }) {
  const { t } = useTranslation('receipt');
  const copying = useMutation({ mutationFn: () => navigator.clipboard.writeText(text) });
  return (
    <Box component="span" dir="ltr" sx={{ display: 'flex', alignItems: 'flex-start', gap: 0.5 }}>
      <Box
        component="code"
        sx={{
          minWidth: 0,
          fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
          fontSize: 'fine',
          lineHeight: 1.5,
          overflowWrap: 'anywhere',
        }}
      >
        {text}
      </Box>
      {canCopy('writeText') && (
        <IconButton
          className="no-print"
          color="inherit"
          aria-label={copying.isSuccess ? t('copied', { what }) : t('copy', { what })}
          title={copying.isSuccess ? t('copied', { what }) : t('copy', { what })}
          onClick={() => copying.mutate()}
          sx={{ width: 32, height: 32, marginBlock: -0.75, borderRadius: '4px', flexShrink: 0 }}
        >
          {copying.isSuccess ? <CheckIcon aria-hidden fontSize="small" /> : <CopyIcon aria-hidden fontSize="small" />}
        </IconButton>
      )}
    </Box>
  );
}
