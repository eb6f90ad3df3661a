import { useTranslation } from 'react-i18next';
import { ShownOnce } from '../../../ui/forms/ShownOnce.tsx';

const command = (key: string): string =>
  `curl -H 'X-Api-Key: ${key}' -F image_file=@photo.jpg -F size=auto -D - -o cutout.png ${location.origin}/v1.0/removebg`;

/** Shows the key once; it is stored nowhere else. */
export function MadeKey({ value, onDone }: { value: string; onDone: () => void }) {
  const { t } = useTranslation('api');
  return (
    <ShownOnce
      title={t('made.title')}
      text={t('made.text')}
      value={value}
      example={command(value)}
      copy={t('made.copy')}
      copied={t('made.copied')}
      done={t('made.done')}
      onDone={onDone}
    />
  );
}
