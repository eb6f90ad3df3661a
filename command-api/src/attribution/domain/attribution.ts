import type { AttributionEvent } from '@clearcut/schemas/attribution/events';
import type { Decider } from '../../kernel/decider.ts';

export type AttributionState = { readonly isKnown: boolean };
export interface AttributionCommand {
  readonly type: 'AttributeAccount';
  readonly attribution: AttributionEvent['data'];
}

export const attributionDecider: Decider<AttributionState, AttributionCommand, AttributionEvent> = {
  initialState: { isKnown: false },
  evolve: () => ({ isKnown: true }),
  decide: ({ attribution }, { isKnown }) => (isKnown ? [] : [{ type: 'AccountAttributed', data: attribution }]),
};
