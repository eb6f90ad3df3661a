import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { AlertIcon, CheckIcon } from '../../../ui/icons.tsx';
import type { Notice } from './upload-state.ts';
import { useRejectionText } from './files/useRejectionText.ts';
import type { Rejection } from './files/validation.ts';

/** Why the last files were refused, or what happened to the last picture. Announced on change. */
export function DropMessage({ rejection, notice }: { rejection: Rejection | undefined; notice: Notice | undefined }) {
  const { t } = useTranslation('uploads');
  const rejectionText = useRejectionText();
  const text = rejection === undefined ? notice && t(`notice.${notice}`) : rejectionText(rejection);
  return (
    <Box role={rejection === undefined ? 'status' : 'alert'}>
      {text !== undefined && (
        <Box
          sx={{
            display: 'flex',
            gap: 1,
            marginBlockStart: '14px',
            color: rejection === undefined ? 'text.primary' : 'error.main',
            fontWeight: 'strong',
            overflowWrap: 'anywhere',
          }}
        >
          {rejection === undefined ? <CheckIcon aria-hidden /> : <AlertIcon aria-hidden />}
          <span>{text}</span>
        </Box>
      )}
    </Box>
  );
}
