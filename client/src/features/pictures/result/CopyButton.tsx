import { useMutation } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { CheckIcon } from '../../../ui/icons.tsx';
import { CopyIcon } from '../../../ui/work-icons.tsx';

/** Plain http (except localhost) has no clipboard; then there is no button. */
const canCopy = (): boolean => 'clipboard' in navigator && 'write' in navigator.clipboard;

export function CopyButton({ blob }: { blob: Blob }) {
  const { t } = useTranslation('result');
  const copying = useMutation({
    mutationFn: (picture: Blob) => navigator.clipboard.write([new ClipboardItem({ [picture.type]: picture })]),
  });
  if (!canCopy()) return null;

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
