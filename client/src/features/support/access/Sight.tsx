import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accessQuery, fileUrl } from './api.ts';

interface SightProps {
  readonly pictureId: string;
  readonly sha256: string;
  /** How the file is called. */
  readonly name: string;
  /** Until when one may look; null when not at all. */
  readonly openUntil: string | null;
  readonly width: number;
  readonly height: number;
  /** In pixels of the page. */
  readonly tallest: number;
}

/** A file of a picture: a grey plate of its shape, which is looked at on demand alone, since its owner is told of each sight. */
export function Sight({ pictureId, sha256, name, openUntil, width, height, tallest }: SightProps) {
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
            src={fileUrl(pictureId, sha256)}
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
