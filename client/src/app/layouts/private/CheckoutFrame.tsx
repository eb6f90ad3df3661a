import { CheckoutLayout } from '../../../features/billing/checkout/CheckoutLayout.tsx';
import { ServerData } from '../ServerData.tsx';

export function CheckoutFrame() {
  return (
    <ServerData>
      <CheckoutLayout />
    </ServerData>
  );
}
