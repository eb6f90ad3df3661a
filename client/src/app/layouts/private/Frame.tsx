import Box from '@mui/material/Box';
import { Outlet } from 'react-router';

/** The place on the desk for pages of text and forms (SPEC section 2: content is at most 1280 px wide). */
export function Frame() {
  return (
    <Box sx={{ width: '100%', maxWidth: 1280, padding: { xs: '12px 16px 48px', md: '16px 32px 64px 20px' } }}>
      <Outlet />
    </Box>
  );
}
