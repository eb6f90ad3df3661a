import { BULK_MAX_IMAGES, MAX_UPLOAD_BYTES } from '@clearcut/schemas/constants';
import { tagOf } from '@clearcut/schemas/languages';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { useLanguage } from '../../../lib/i18n/useLanguage.ts';
import { AlertIcon } from '../../../ui/icons.tsx';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { useRejectionText } from '../uploads/files/useRejectionText.ts';
import type { Rejection } from '../uploads/files/validation.ts';
import { bulkStore, type BulkState } from './store/bulk-store.ts';
import { placesLeft } from './store/choose-files.ts';

function Note({ role, children }: { role: 'alert' | 'status'; children: ReactNode }) {
  return (
    <Sheet
      role={role}
      sx={{
        display: 'flex',
        gap: 1.5,
        paddingBlock: 2,
        paddingInline: 2.5,
        '& > svg': { color: 'error.main', flexShrink: 0 },
      }}
    >
      <AlertIcon aria-hidden />
      <Box sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{children}</Box>
    </Sheet>
  );
}

function Overflow({ count, taken }: { count: number; taken: number }) {
  const { t } = useTranslation('bulk');
  const { number } = useFormat();
  const left = placesLeft(taken);
  return (
    <Note role="alert">
      <Box sx={{ fontWeight: 'strong' }}>
        {t('overflow.text', { count, number: number(count), max: number(BULK_MAX_IMAGES), left: number(left) })}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, marginBlockStart: 1.5 }}>
        {left > 0 && (
          <Button variant="contained" color="primary" onClick={() => void bulkStore.takeFirst()}>
            {t('overflow.take', { count: left, number: number(left) })}
          </Button>
        )}
        <Button variant="outlined" onClick={() => bulkStore.dismiss()}>
          {t('overflow.none')}
        </Button>
      </Box>
    </Note>
  );
}

function Twice({ twice }: Pick<BulkState, 'twice'>) {
  const { t } = useTranslation('bulk');
  const list = new Intl.ListFormat(tagOf(useLanguage()), { type: 'conjunction' });
  return (
    <Note role="alert">
      <Box sx={{ fontWeight: 'strong' }}>{t('twice.text', { names: list.format(twice.map(({ name }) => name)) })}</Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, marginBlockStart: 1.5 }}>
        <Button variant="contained" color="primary" onClick={() => bulkStore.skipTwice()}>
          {t('twice.skip')}
        </Button>
        <Button variant="outlined" onClick={() => void bulkStore.takeTwice()}>
          {t('twice.add')}
        </Button>
      </Box>
    </Note>
  );
}

function Refused({ refused }: Pick<BulkState, 'refused'>) {
  const { t } = useTranslation('bulk');
  const format = useFormat();
  const rejectionText = useRejectionText();
  const textOf = ({ code, name, bytes }: Rejection) =>
    t(code === 'file-too-large' ? 'refused.file-too-large' : 'refused.file-invalid-type', {
      name,
      size: format.bytes(bytes),
      limit: format.bytes(MAX_UPLOAD_BYTES),
    });
  return (
    <Note role="alert">
      <Box sx={{ fontWeight: 'strong' }}>
        {t('refused.title', { count: refused.length, number: format.number(refused.length) })}
      </Box>
      <Box
        component="ul"
        // A scrolling list must be reachable by keyboard.
        tabIndex={refused.length > 6 ? 0 : undefined}
        sx={{
          margin: '6px 0 8px',
          paddingInlineStart: '18px',
          maxHeight: 180,
          overflowY: 'auto',
          fontSize: 'small',
        }}
      >
        {refused.map((rejection, index) => (
          <li key={index}>{rejection.kind === undefined ? textOf(rejection) : rejectionText(rejection)}</li>
        ))}
      </Box>
      <Button variant="outlined" onClick={() => bulkStore.dismiss()}>
        {t('refused.dismiss')}
      </Button>
    </Note>
  );
}

export function BulkMessages({ state }: { state: BulkState }) {
  const { t } = useTranslation('bulk');
  const { refused, overflow, twice, items, isOffline, isForgetful } = state;
  return (
    <>
      {overflow.length > 0 && <Overflow count={overflow.length} taken={items.length} />}
      {twice.length > 0 && <Twice twice={twice} />}
      {refused.length > 0 && <Refused refused={refused} />}
      {isOffline && <Note role="status">{t('progress.offline')}</Note>}
      {isForgetful && <Note role="status">{t('progress.forgetful')}</Note>}
    </>
  );
}
