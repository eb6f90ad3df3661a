import { addressOf } from '../../../lib/contracts/call.ts';
import { accessContracts } from '@clearcut/schemas/contracts/support/access';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accessQuery } from './api.ts';

interface GrantedImageProps {
  readonly pictureId: string;
  readonly sha256: string;
  readonly name: string;
  /** End of access; null: none. */
  readonly openUntil: string | null;
  readonly width: number;
  readonly height: number;
  /** CSS pixels. */
  readonly tallest: number;
}

/** A grey plate in the file's shape. Loads only on request, since its owner is notified of every view. */
export function GrantedImage({ pictureId, sha256, name, openUntil, width, height, tallest }: GrantedImageProps) {
  const { t } = useTranslation('support-pictures');
  const queryClient = useQueryClient();
  const [isWanted, setWanted] = useState(false);
  const isShown = isWanted && openUntil !== null;
  const shape = { maxWidth: '100%', height: width > height ? (tallest * height) / width : tallest } as const;

  function refused(): void {
    setWanted(false);
    void queryClient.invalidateQueries({ queryKey: accessQuery(pictureId).queryKey });
  }

  return (
    <>
      <Box sx={{ height: tallest, display: 'flex', alignItems: 'flex-end' }}>
        {isShown ? (
          <Box
            component="img"
            src={addressOf(accessContracts.file, { params: { id: pictureId, sha256 } })}
            alt={name}
            onError={refused}
            sx={{ maxWidth: '100%', maxHeight: tallest, objectFit: 'contain', backgroundColor: 'divider' }}
          />
        ) : (
          <Box
            aria-hidden
            data-plate
            sx={{ ...shape, aspectRatio: `${width} / ${height}`, backgroundColor: 'divider' }}
          />
        )}
      </Box>
      {openUntil !== null && (
        <Button
          size="small"
          aria-label={t(isShown ? 'access.hideOne' : 'access.showOne', { name })}
          onClick={() => setWanted(!isWanted)}
          sx={{ minWidth: 0, paddingInline: 0 }}
        >
          {t(isShown ? 'access.hide' : 'access.show')}
        </Button>
      )}
    </>
  );
}
