import type { AttributionEvent } from '@clearcut/schemas/attribution/events';
import type { Aggregate, Decision } from '../../kernel/aggregate.ts';

export type AttributionState = { readonly isKnown: boolean };

export const attributionAggregate: Aggregate<AttributionState, AttributionEvent> = {
  initialState: { isKnown: false },
  evolve: () => ({ isKnown: true }),
};

export const attributeAccount =
  (data: AttributionEvent['data']): Decision<AttributionState, AttributionEvent> =>
  ({ isKnown }) =>
    isKnown ? [] : [{ type: 'AccountAttributed', data }];
