import { useMutation } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { canCopy } from '../../../lib/can-copy.ts';
import { CheckIcon } from '../../../ui/icons.tsx';
import { CopyIcon } from '../../../ui/work-icons.tsx';

export function CopyButton({ blob }: { blob: Blob }) {
  const { t } = useTranslation('result');
  const copying = useMutation({
    mutationFn: (picture: Blob) => navigator.clipboard.write([new ClipboardItem({ [picture.type]: picture })]),
  });
  if (!canCopy('write')) return null;

  const copied = copying.isSuccess && copying.variables === blob;
  const idle = copying.isError ? t('copyFailed') : t('copy');
  return (
    <Button
      variant="outlined"
      startIcon={copied ? <CheckIcon aria-hidden /> : <CopyIcon aria-hidden />}
      onClick={() => copying.mutate(blob)}
      aria-live="polite"
    >
      {copied ? t('copied') : idle}
    </Button>
  );
}
