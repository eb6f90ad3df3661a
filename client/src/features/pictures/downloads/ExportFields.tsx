import type { ExportOptions } from '@clearcut/schemas/transaction/export-options';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { clamp } from '../../../lib/clamp.ts';
import { RadioRow } from './RadioRow.tsx';

const FORMATS = ['png', 'webp', 'jpg'] as const satisfies readonly ExportOptions['format'][];
const MAX_MARGIN = 100;
const WHITE = '#ffffff';

export interface ExportFieldsProps {
  readonly value: ExportOptions;
  readonly onChange: (options: ExportOptions) => void;
}

const ROW = {
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  rowGap: 0.5,
  columnGap: 2,
  minHeight: 44,
} as const;

export function ExportFields({ value, onChange }: ExportFieldsProps) {
  const { t } = useTranslation('downloads');
  const { format, background, crop, margin } = value;
  const set = (change: Partial<ExportOptions>) => onChange({ ...value, ...change });
  return (
    <>
      <RadioRow
        label={t('format')}
        name="format"
        value={format}
        choices={FORMATS.map((name) => ({ value: name, label: name.toUpperCase() }))}
        onChange={(chosen) =>
          // JPG cannot be transparent.
          set({ format: chosen, background: chosen === 'jpg' ? (background ?? WHITE) : background })
        }
      />
      <Box sx={{ ...ROW, marginBlockEnd: -1 }}>
        <FormControlLabel
          control={
            <Checkbox
              checked={background !== null}
              disabled={format === 'jpg'}
              onChange={(_event, isOn) => set({ background: isOn ? WHITE : null })}
            />
          }
          label={format === 'jpg' ? t('backgroundOfJpg') : t('background')}
          sx={{ marginInlineEnd: 'auto' }}
        />
        {background !== null && (
          <Box
            component="input"
            type="color"
            aria-label={t('colour')}
            value={background}
            onChange={({ target }) => set({ background: target.value })}
            sx={{
              width: 64,
              height: 44,
              padding: '3px',
              border: '1px solid',
              borderColor: 'clearcut.edge',
              borderRadius: '4px',
              backgroundColor: 'transparent',
            }}
          />
        )}
      </Box>
      <Box sx={{ ...ROW, marginBlockEnd: 0.5 }}>
        <FormControlLabel
          control={
            <Checkbox
              checked={crop === 'subject'}
              onChange={(_event, isOn) => set(isOn ? { crop: 'subject', margin: 5 } : { crop: 'none', margin: 0 })}
            />
          }
          label={t('crop')}
          sx={{ marginInlineEnd: 'auto' }}
        />
        {crop === 'subject' && (
          <TextField
            type="number"
            label={t('margin')}
            value={margin}
            onChange={({ target }) => set({ margin: clamp(Number(target.value), 0, MAX_MARGIN) })}
            slotProps={{ htmlInput: { min: 0, max: MAX_MARGIN, step: 1 } }}
            sx={{ width: 140 }}
          />
        )}
      </Box>
    </>
  );
}
