import { CONTENT_ID } from '@clearcut/schemas/site/rendering';
import Link from '@mui/material/Link';
import { useTranslation } from 'react-i18next';

export function SkipLink() {
  const { t } = useTranslation();
  return (
    <Link
      href={`#${CONTENT_ID}`}
      sx={{
        position: 'absolute',
        zIndex: 10,
        insetInlineStart: 16,
        insetBlockStart: 8,
        padding: '10px 16px',
        color: 'clearcut.paper',
        backgroundColor: 'clearcut.ink',
        '&:not(:focus)': { clipPath: 'inset(50%)' },
      }}
    >
      {t('nav.skip')}
    </Link>
  );
}
