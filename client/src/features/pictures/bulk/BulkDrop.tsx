import { MAX_UPLOAD_BYTES } from '@clearcut/schemas/constants';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useRef, type ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { snipped } from '../../../ui/paper/snipped.ts';
import { FolderIcon, PicturesIcon } from '../../../ui/work-icons.tsx';
import { CutLine } from '../uploads/CutLine.tsx';
import { ofFolder } from '../uploads/files/dropped-files.ts';
import { ACCEPTED } from '../uploads/files/validation.ts';
import { placesLeft } from './store/choose-files.ts';

export interface BulkDropProps {
  readonly taken: number;
  readonly over: boolean;
  readonly onFiles: (files: File[]) => void;
}

function chosen({ currentTarget }: ChangeEvent<HTMLInputElement>): File[] {
  const files = [...(currentTarget.files ?? [])];
  // Choosing the same files again must fire a change.
  currentTarget.value = '';
  return files;
}

/** Takes pictures by drop, dialog or folder. Smaller once there are pictures. */
export function BulkDrop({ taken, over, onFiles }: BulkDropProps) {
  const { t } = useTranslation('bulk');
  const format = useFormat();
  const pictures = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const left = placesLeft(taken);
  const isEmpty = taken === 0;

  const input = { type: 'file', multiple: true, hidden: true } as const;

  return (
    <Sheet sx={[snipped(30), { padding: { xs: '14px', sm: 2.5 } }]}>
      <input
        ref={pictures}
        {...input}
        accept={ACCEPTED}
        onChange={(event) => onFiles(chosen(event))}
        data-testid="bulk-input"
      />
      <input
        ref={(element) => {
          folder.current = element;
          // React does not know this attribute.
          if (element !== null) element.webkitdirectory = true;
        }}
        {...input}
        onChange={(event) => void ofFolder(chosen(event)).then(onFiles)}
        data-testid="bulk-folder"
      />
      <Box
        sx={{
          position: 'relative',
          display: 'flex',
          flexDirection: 'column',
          alignItems: 'center',
          textAlign: 'center',
          gap: 1.5,
          padding: isEmpty ? '52px 16px 36px' : '26px 16px 20px',
          transition: 'background-color 150ms',
          backgroundColor: over
            ? 'color-mix(in oklab, var(--mui-palette-clearcut-accent) 12%, transparent)'
            : 'transparent',
        }}
      >
        <CutLine moving={over} scissors={isEmpty} />
        {left === 0 ? (
          <Typography sx={{ fontWeight: 'strong' }}>{t('drop.full')}</Typography>
        ) : (
          <>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 1.5 }}>
              <Button
                variant={isEmpty ? 'contained' : 'outlined'}
                color={isEmpty ? 'primary' : 'inherit'}
                size={isEmpty ? 'large' : 'medium'}
                onClick={() => pictures.current?.click()}
                startIcon={<PicturesIcon aria-hidden />}
              >
                {t('drop.choose')}
              </Button>
              <Button
                variant="outlined"
                size={isEmpty ? 'large' : 'medium'}
                onClick={() => folder.current?.click()}
                startIcon={<FolderIcon aria-hidden />}
              >
                {t('drop.folder')}
              </Button>
            </Box>
            <Typography sx={{ fontWeight: 'strong', '@media (hover: none)': { display: 'none' } }}>
              {over ? t('drop.dropNow') : t('drop.hint')}
            </Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary', marginBlockStart: '-10px' }}>
              {t('drop.limits', { size: format.bytes(MAX_UPLOAD_BYTES) })}
              {!isEmpty && ` · ${t('drop.more', { count: left, number: format.number(left) })}`}
            </Typography>
          </>
        )}
      </Box>
    </Sheet>
  );
}
