import { USUAL_GRANT_HOURS } from '@clearcut/schemas/support/access';
import type { TransactionView } from '@clearcut/schemas/transaction/http';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { thumbnailUrl } from '../../editor/sync/api.ts';
import { latestPictures } from '../../support-access/api.ts';
import { grantEnd } from '../../support-access/grant-end.ts';

interface PicturesFieldProps {
  readonly chosen: readonly TransactionView[];
  readonly disabled: boolean;
  readonly onChange: (chosen: readonly TransactionView[]) => void;
}

/** One checkbox for each remaining picture; empty without any. */
export function PicturesField({ chosen, disabled, onChange }: PicturesFieldProps) {
  const { t } = useTranslation('contact');
  const { moment } = useFormat();
  const labelId = useId();
  const [pictures, setPictures] = useState<readonly TransactionView[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    // A failure shows none: the form works without pictures.
    latestPictures(controller.signal).then(setPictures, () => undefined);
    return () => controller.abort();
  }, []);
  if (pictures.length === 0) return null;
  const isChosen = ({ id }: TransactionView): boolean => chosen.some((one) => one.id === id);
  return (
    <div>
      <Typography id={labelId} sx={{ fontWeight: 'strong' }}>
        {t('pictures.label')}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', marginBlock: '4px 8px' }}>
        {t('pictures.text', { until: moment(grantEnd(USUAL_GRANT_HOURS)) })}
      </Typography>
      <Box role="group" aria-labelledby={labelId} sx={{ maxHeight: 260, overflowY: 'auto' }}>
        {pictures.map((picture) => (
          <FormControlLabel
            key={picture.id}
            disabled={disabled}
            sx={{ display: 'flex', marginInlineEnd: 0 }}
            control={
              <Checkbox
                name="picture"
                value={picture.id}
                checked={isChosen(picture)}
                onChange={({ target }) =>
                  onChange(target.checked ? [...chosen, picture] : chosen.filter(({ id }) => id !== picture.id))
                }
                slotProps={{ input: { 'aria-label': t('pictures.one', { name: picture.originalFileName }) } }}
              />
            }
            label={
              <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
                <Box
                  component="img"
                  src={thumbnailUrl(picture)}
                  alt=""
                  loading="lazy"
                  sx={{ width: 44, height: 44, objectFit: 'contain', backgroundColor: 'divider', flexShrink: 0 }}
                />
                <Box component="bdi" sx={{ overflowWrap: 'anywhere' }}>
                  {picture.originalFileName}
                </Box>
              </Box>
            }
          />
        ))}
      </Box>
    </div>
  );
}
