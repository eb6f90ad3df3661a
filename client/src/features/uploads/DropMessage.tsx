import { MAX_UPLOAD_BYTES } from '@clearcut/schemas/constants';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/i18n/useFormat.ts';
import { AlertIcon, CheckIcon } from '../../ui/icons.tsx';
import type { Notice } from './upload-store.ts';
import type { Rejection } from './validation.ts';

/** Why the last files were not taken, or what became of the last picture. Read out when it changes. */
export function DropMessage({ rejection, notice }: { rejection: Rejection | undefined; notice: Notice | undefined }) {
  const { t } = useTranslation('uploads');
  const format = useFormat();
  const text =
    rejection === undefined
      ? notice && t(`notice.${notice}`)
      : t(`rejected.${rejection.code}`, {
          name: rejection.name,
          size: format.bytes(rejection.bytes),
          limit: format.bytes(MAX_UPLOAD_BYTES),
        });
  return (
    <Box role={rejection === undefined ? 'status' : 'alert'}>
      {text !== undefined && (
        <Box
          sx={{
            display: 'flex',
            gap: '10px',
            marginBlockStart: '14px',
            color: rejection === undefined ? 'text.primary' : 'error.main',
            fontWeight: 550,
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
