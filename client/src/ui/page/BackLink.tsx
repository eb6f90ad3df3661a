import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';
import { BackIcon } from '../work-icons.tsx';

export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      className="no-print"
      component={RouterLink}
      to={to}
      underline="hover"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: '6px', paddingBlock: '10px', fontWeight: 550 }}
    >
      <BackIcon aria-hidden fontSize="small" sx={{ '[dir=rtl] &': { scale: '-1 1' } }} />
      {children}
    </Link>
  );
}
