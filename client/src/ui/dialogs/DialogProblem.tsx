import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** An error in a dialog, announced at once. */
export function DialogProblem({ children }: { readonly children: ReactNode }) {
  return (
    <Typography
      component="div"
      role="alert"
      color="error"
      sx={{ marginBlockEnd: 2, fontWeight: 'strong', overflowWrap: 'anywhere' }}
    >
      {children}
    </Typography>
  );
}
