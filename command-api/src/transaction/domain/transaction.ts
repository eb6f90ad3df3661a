import { CatalogueError } from '@clearcut/schemas/errors';
import type { Owner, PipelineStep, TransactionEvent, UserOwner } from '@clearcut/schemas/transaction/events';
import type { SubjectChoice } from '@clearcut/schemas/transaction/subject';
import type { Decider } from '../../kernel/decider.ts';
import type { Person } from '../../kernel/requester.ts';
import { chosen, decideCutOut, refuseOutside, type CutOutCommand } from './cut-out.ts';
import { decideEdit, type EditCommand } from './edit.ts';
import { decideExport, type ExportCommand } from './export.ts';
import { decideFork, type ForkCommand } from './fork.ts';
import { isSameOwner, mayOpen } from './ownership.ts';
import { decideRequest, type RequestSaveCommand } from './save-requests.ts';
import { decideSave, failRunning, type SaveCommand } from './save.ts';
import { evolve, isGone, type TransactionState } from './picture.ts';

export type TransactionCommand =
  | {
      readonly type: 'UploadImage';
      readonly transactionId: string;
      readonly owner: Owner;
      readonly source: 'file' | 'url';
      /** Its `opId` derives from the content sent, which tells a repeat from another body with the same key. */
      readonly original: PipelineStep;
      readonly batchId: string | null;
      readonly subject: SubjectChoice;
      /** Null: the installation's own. */
      readonly askedModel: string | null;
    }
  /** `owner` has proved to be that anonymous session. */
  | { readonly type: 'LinkImage'; readonly transactionId: string; readonly owner: UserOwner }
  | { readonly type: 'DeleteTransaction'; readonly transactionId: string; readonly requester: Person }
  /** The caller has checked the time. */
  | { readonly type: 'ExpireImage'; readonly transactionId: string }
  | ForkCommand
  | CutOutCommand
  | EditCommand
  | RequestSaveCommand
  | SaveCommand
  | ExportCommand;

function decideUpload(command: TransactionCommand & { type: 'UploadImage' }, state: TransactionState) {
  const { transactionId, owner, source, original, batchId, subject, askedModel } = command;
  if (state === null) {
    refuseOutside(subject, original);
    const data = { transactionId, owner, source, original, batchId, askedModel };
    const uploaded = { type: 'ImageUploaded', data } as const;
    return subject.kind === 'auto' ? [uploaded] : [uploaded, chosen(transactionId, subject)];
  }
  const { picture } = state;
  const same =
    picture.source === source && picture.original.opId === original.opId && isSameOwner(owner, picture.owner);
  if (!same) throw new CatalogueError('idempotency_key_reused');
  return [];
}

function decideLink({ transactionId, owner }: TransactionCommand & { type: 'LinkImage' }, state: TransactionState) {
  if (state === null) throw new CatalogueError('transaction_not_found');
  const { picture } = state;
  // Already linked, to this account or to the one that logged in first from the same browser.
  if (picture.owner.kind === 'user' || isGone(state)) return [];
  if (picture.owner.sessionId !== owner.sessionId) throw new CatalogueError('link_images_failed');
  return [{ type: 'ImageLinked', data: { transactionId, owner } } as const];
}

function decide(command: TransactionCommand, state: TransactionState): readonly TransactionEvent[] {
  const { transactionId } = command;
  switch (command.type) {
    case 'UploadImage':
      return decideUpload(command, state);
    case 'ForkImage':
      return decideFork(command, state);
    case 'LinkImage':
      return decideLink(command, state);
    case 'DeleteTransaction':
      if (state === null || !mayOpen(command.requester, state.picture.owner)) {
        throw new CatalogueError('transaction_not_found');
      }
      if (isGone(state)) return [];
      return [
        ...failRunning(transactionId, state.picture.saves),
        { type: 'TransactionDeleted', data: { transactionId } },
      ];
    case 'ExpireImage':
      if (state === null || isGone(state)) return [];
      return [...failRunning(transactionId, state.picture.saves), { type: 'ImageExpired', data: { transactionId } }];
    case 'ChooseSubject':
    case 'RecordBackgroundRemoved':
    case 'RecordSubjectNotFound':
    case 'RecordMatteRefined':
    case 'RecordCutOutFailed':
      return decideCutOut(command, state);
    case 'EditMask':
    case 'EditSettings':
    case 'ResetEdits':
    case 'RestoreOperation':
    case 'AddBackground':
    case 'RequestEdgeRefinement':
    case 'RecordEdgeRefined':
    case 'RecordEdgeRefinementFailed':
    case 'RecordEditRendered':
      return decideEdit(command, state);
    case 'RequestSave':
      return decideRequest(command, state);
    case 'StartSave':
    case 'RecordHdRendered':
    case 'RecordSaveFailed':
      return decideSave(command, state);
    case 'RequestExport':
    case 'RecordExportMade':
    case 'RecordExportFailed':
      return decideExport(command, state);
  }
}

export const transactionDecider: Decider<TransactionState, TransactionCommand, TransactionEvent> = {
  initialState: null,
  evolve,
  decide,
};
