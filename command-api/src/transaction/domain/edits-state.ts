import type { JobErrorCode } from '@clearcut/schemas/errors';
import type { AskedEdit } from '@clearcut/schemas/transaction/edit-events';
import { evolveHistory, type EditHistory } from '@clearcut/schemas/transaction/edit-history';
import type { ImageBlob, TransactionEvent } from '@clearcut/schemas/transaction/events';

type EditEvent = Extract<
  TransactionEvent,
  {
    type:
      | 'MaskEdited'
      | 'EdgeRefinementRequested'
      | 'EdgeRefined'
      | 'EdgeRefinementFailed'
      | 'SettingsEdited'
      | 'EditsReset'
      | 'OperationRestored'
      | 'EditRequested'
      | 'CustomBackgroundAdded'
      | 'EditRendered';
  }
>;

export interface Edits {
  readonly edits: EditHistory;
  /** Keyed requests that produced no operation. A list, like the operations. */
  readonly editRequests: readonly { readonly requestId: string; readonly asked: AskedEdit }[];
  /** User changes, limited by MAX_CHANGES; job results do not count. */
  readonly changes: number;
  /** Pending edge refinements by future operation id, with the error of the last try. */
  readonly edgeRefinements: Readonly<
    Record<string, { readonly mask: ImageBlob; readonly errorCode: JobErrorCode | null }>
  >;
  readonly rendered: readonly string[];
  readonly backgrounds: Readonly<Record<string, ImageBlob>>;
}

export function evolveEdits(
  { edits, editRequests, changes, edgeRefinements, rendered, backgrounds }: Edits,
  event: EditEvent,
): Partial<Edits> {
  switch (event.type) {
    case 'MaskEdited':
    case 'SettingsEdited':
    case 'EditsReset':
    case 'OperationRestored':
      return { edits: evolveHistory(edits, event), changes: changes + 1 };
    case 'EdgeRefinementRequested': {
      const { opId, mask } = event.data;
      return { edgeRefinements: { ...edgeRefinements, [opId]: { mask, errorCode: null } }, changes: changes + 1 };
    }
    case 'EdgeRefined':
      // The request was counted as the change.
      return { edits: evolveHistory(edits, event) };
    case 'EdgeRefinementFailed': {
      const { opId, errorCode } = event.data;
      const asked = edgeRefinements[opId];
      return asked === undefined ? {} : { edgeRefinements: { ...edgeRefinements, [opId]: { ...asked, errorCode } } };
    }
    case 'EditRequested':
      return { editRequests: [...editRequests, event.data], changes: changes + 1 };
    case 'CustomBackgroundAdded':
      return { backgrounds: { ...backgrounds, [event.data.backgroundId]: event.data.image } };
    case 'EditRendered':
      return { rendered: [...rendered, event.data.opId] };
  }
}
