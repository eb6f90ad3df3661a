import Box from '@mui/material/Box';
import { Outlet } from 'react-router';
import { StepUpHost } from '../../../features/account/step-up/StepUpHost.tsx';

/** At most 1280 px wide (docs/product.md, Pages). */
export function Frame() {
  return (
    <Box sx={{ width: '100%', maxWidth: 1280, padding: { xs: '12px 16px 48px', md: '16px 32px 64px 20px' } }}>
      <Outlet />
      <StepUpHost />
    </Box>
  );
}
