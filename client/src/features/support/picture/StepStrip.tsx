import type { PictureFacts } from '@clearcut/schemas/support/http';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { accessQuery } from '../access/api.ts';
import { GrantedImage } from '../access/GrantedImage.tsx';
import { Code } from '../parts/Code.tsx';
import { filesOf } from './timeline.ts';

/** Pixels; height of the tallest plate. */
const MAX_HEIGHT = 120;

/** Derived files in order of creation, as plates in their shape; viewable where staff have access. */
export function StepStrip({ facts: { id, events } }: { readonly facts: PictureFacts }) {
  const { t } = useTranslation('support');
  const { number, bytes } = useFormat();
  const openUntil = useQuery(accessQuery(id)).data?.openUntil ?? null;
  const files = filesOf(events);
  return (
    <>
      <Typography variant="body2" sx={{ color: 'text.secondary', marginBlockEnd: 1.5 }}>
        {t('steps.lead')}
      </Typography>
      <Box
        component="ol"
        aria-label={t('picture.tabs.steps')}
        tabIndex={0}
        sx={{ listStyle: 'none', margin: 0, padding: 0.5, display: 'flex', gap: 2.5, overflowX: 'auto' }}
      >
        {files.map(({ name, eventId, sha256, width, height, bytes: size }) => (
          <Box component="li" key={`${eventId} ${name}`} sx={{ flex: '0 0 170px' }}>
            <GrantedImage
              pictureId={id}
              sha256={sha256}
              name={name}
              openUntil={openUntil}
              width={width}
              height={height}
              tallest={MAX_HEIGHT}
            />
            <Box sx={{ marginBlockStart: 1, fontWeight: 'strong' }}>
              <Code>{name}</Code>
            </Box>
            <Box sx={{ color: 'text.secondary', fontSize: 'small' }}>
              {t('picture.size', { width: number(width), height: number(height), bytes: bytes(size) })}
              <br />
              <Code short>{sha256}</Code>
            </Box>
          </Box>
        ))}
      </Box>
    </>
  );
}
