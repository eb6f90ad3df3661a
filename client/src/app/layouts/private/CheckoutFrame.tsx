import { session } from '../../../features/auth/session/session.ts';
import { useSession } from '../../../features/auth/session/useSession.ts';
import { CheckoutLayout } from '../../../features/billing/checkout/CheckoutLayout.tsx';
import { ServerData } from '../ServerData.tsx';
import { ToLogin } from './ways-out.tsx';

export function CheckoutFrame() {
  const { status } = useSession();
  if (status === 'loggedOut' && session.hasEnded) return <ToLogin asks={false} />;
  return (
    <ServerData>
      <CheckoutLayout />
    </ServerData>
  );
}
