import type { Receipt } from '@clearcut/schemas/transaction/saves-http';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { CopyText } from './CopyText.tsx';
import { receiptFileName } from './receipt-file.ts';
import { Section } from './Section.tsx';

export function Verify({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation('receipt');
  const operator = `npm run operator -- verify-receipt ${receiptFileName(receipt)} picture.png`;
  return (
    <Section title={t('verify.title')} lead={t('verify.lead')} as="div">
      <Box component="ol" sx={{ margin: 0, paddingInlineStart: 2.5, display: 'grid', gap: 1, fontSize: 'small' }}>
        <li>
          {t('verify.file')}
          <CopyText text="sha256sum picture.png" what={t('verify.command')} />
        </li>
        <li>
          {t('verify.operator')}
          <CopyText text={operator} what={t('verify.command')} />
        </li>
      </Box>
    </Section>
  );
}
