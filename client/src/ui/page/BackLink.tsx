import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';
import { BackIcon } from '../work-icons.tsx';

interface BackLinkProps {
  readonly to: string;
  /** For the page's entry in the history. */
  readonly state?: object;
  readonly children: string;
}

export function BackLink({ to, state, children }: BackLinkProps) {
  return (
    <Link
      className="no-print"
      component={RouterLink}
      to={to}
      state={state}
      underline="hover"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, paddingBlock: '10px', fontWeight: 'strong' }}
    >
      <BackIcon aria-hidden fontSize="small" sx={{ '[dir=rtl] &': { scale: '-1 1' } }} />
      {children}
    </Link>
  );
}
