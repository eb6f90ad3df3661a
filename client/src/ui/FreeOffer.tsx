import Box from '@mui/material/Box';
import type { SystemStyleObject } from '@mui/system';
import type { Theme } from '@mui/material/styles';
import { useFreeOffer } from './useFreeOffer.ts';
import { CoinIcon } from './icons.tsx';

/** Nothing if a new account gets no credits. */
export function FreeOffer({ sx = {} }: { readonly sx?: SystemStyleObject<Theme> }) {
  const offer = useFreeOffer();
  if (offer === undefined) return null;
  return (
    <Box
      component="span"
      data-testid="free-offer"
      sx={[{ display: 'inline-flex', alignItems: 'center', gap: 1, fontWeight: 'strong' }, sx]}
    >
      <CoinIcon aria-hidden fontSize="small" />
      {offer}
    </Box>
  );
}
