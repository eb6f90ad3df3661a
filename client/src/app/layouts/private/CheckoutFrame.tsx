import { CheckoutLayout } from '../../../features/checkout/CheckoutLayout.tsx';
import { ServerData } from '../ServerData.tsx';

/** The checkout with what it reads from the server. */
export function CheckoutFrame() {
  return (
    <ServerData>
      <CheckoutLayout />
    </ServerData>
  );
}
