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

/** What the users of a picture did to it. */
export interface Edits {
  readonly edits: EditHistory;
  /** Requests to edit that came under a key of the client's, and of which no operation tells. A list, as the operations are. */
  readonly editRequests: readonly { readonly requestId: string; readonly asked: AskedEdit }[];
  /** How many changes users made, of which MAX_CHANGES is the end: results of jobs are not counted. */
  readonly changes: number;
  /** Edges that are to be found anew, by the operation that each will be; with the reason where the last try failed. */
  readonly edgeRefinements: Readonly<
    Record<string, { readonly mask: ImageBlob; readonly errorCode: JobErrorCode | null }>
  >;
  /** Operations whose preview was made from the cut-out that there is now. */
  readonly rendered: readonly string[];
  /** The user's own pictures to put behind it, by their ids. */
  readonly backgrounds: Readonly<Record<string, ImageBlob>>;
}

/** What the event changes. */
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
      // The request was the change that counts.
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
