import { MAX_UPLOAD_BYTES } from '@clearcut/schemas/constants';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { snipped } from '../../../ui/paper/snipped.ts';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { CutLine } from './CutLine.tsx';
import { DropMessage } from './DropMessage.tsx';
import { UrlField } from './UrlField.tsx';
import type { Notice } from './upload-state.ts';
import { ACCEPTED, type Rejection } from './files/validation.ts';

export interface DropSheetProps {
  readonly over: boolean;
  readonly rejection: Rejection | undefined;
  readonly notice: Notice | undefined;
  readonly onFiles: (files: File[]) => void;
  readonly onUrl: (url: string) => void;
}

export function DropSheet({ over, rejection, notice, onFiles, onUrl }: DropSheetProps) {
  const { t } = useTranslation('uploads');
  const format = useFormat();
  const input = useRef<HTMLInputElement>(null);
  const limits = t('sheet.limits', { size: format.bytes(MAX_UPLOAD_BYTES) });

  return (
    <Sheet sx={[snipped(30), { padding: { xs: '14px', sm: 2.5 } }]}>
      <input
        ref={input}
        type="file"
        multiple
        accept={ACCEPTED}
        hidden
        data-testid="file-input"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // Choosing the same file again must fire a change.
          currentTarget.value = '';
        }}
      />
      <ButtonBase
        // `public/after-paint.js` opens the dialog before hydration.
        data-opens-files
        onClick={() => input.current?.click()}
        sx={{
          position: 'relative',
          width: '100%',
          minHeight: { xs: 216, sm: 292 },
          padding: '32px 16px 24px',
          flexDirection: 'column',
          font: 'inherit',
          transition: 'background-color 150ms',
          backgroundColor: over
            ? 'color-mix(in oklab, var(--mui-palette-clearcut-accent) 12%, transparent)'
            : 'transparent',
          '&:hover .choose': { backgroundColor: 'clearcut.accentHover' },
        }}
      >
        <CutLine moving={over} />
        <Box
          component="span"
          className="choose"
          sx={[
            snipped(16),
            {
              padding: { xs: '17px 26px', sm: '20px 36px' },
              fontSize: { xs: 'lead', sm: 'title' },
              fontWeight: 'strong',
              lineHeight: 1.2,
              color: 'clearcut.onAccent',
              backgroundColor: 'clearcut.accent',
              transition: 'background-color 120ms',
            },
          ]}
        >
          {over ? t('sheet.dropNow') : t('sheet.choose')}
        </Box>
        <Typography component="span" sx={{ marginBlockStart: '18px', fontWeight: 'strong' }}>
          {/* Touch-only devices cannot drop. */}
          <Box component="span" sx={{ '@media (hover: none) and (pointer: coarse)': { display: 'none' } }}>
            {t('sheet.drop')}
          </Box>
          <Box
            component="span"
            sx={{ display: 'none', '@media (hover: none) and (pointer: coarse)': { display: 'inline' } }}
          >
            {t('sheet.touch')}
          </Box>
        </Typography>
        <Typography component="span" variant="body2" sx={{ marginBlockStart: 0.5, color: 'text.secondary' }}>
          {limits}
        </Typography>
      </ButtonBase>
      <DropMessage rejection={rejection} notice={notice} />
      <UrlField onUrl={onUrl} />
    </Sheet>
  );
}
