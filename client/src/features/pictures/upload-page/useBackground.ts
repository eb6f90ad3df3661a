import { editContracts } from '@clearcut/schemas/contracts/transaction/edits';
import type { SceneSettingsPatch } from '@clearcut/schemas/transaction/scene';
import { DEFAULT_POSITION, TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/contracts/call.ts';
import { withRetries } from '../../../lib/retry/with-retries.ts';
import { randomUuid } from '../../../lib/random-uuid.ts';
import { usePictureFailureToast } from '../../support-access/usePictureFailureToast.ts';
import { uploadStore } from '../uploads/upload-store.ts';

export interface ResultBackground {
  /** From the press on; null: none; undefined: a picture or the photo itself. */
  readonly colour: string | null | undefined;
  readonly choose: (colour: string | null) => void;
  /** The server has not accepted the choice yet. */
  readonly isSending: boolean;
  /** Changed since the picture was opened. */
  readonly isTouched: boolean;
}

interface Choice {
  readonly colour: string | null;
  /** Idempotency key, so that a retry is the same edit. */
  readonly key: string;
}

/** Null: no background. */
export const settingsOf = (colour: string | null): SceneSettingsPatch => ({
  background: { ...TRANSPARENT, color: colour },
});

/** Mutations of one scope run one after another. */
export const backgroundScope = (pictureId: string): { id: string } => ({ id: `background-${pictureId}` });

/** A background choice is an edit, so that preview, editor and HD file show it too. */
export function useBackground(view: TransactionView): ResultBackground {
  const failureToast = usePictureFailureToast(view.id);
  const { background } = view.settings;
  // Kept here too: a mutation reports as pending only a moment after the press, and the swatch would jump back.
  const [sending, setSending] = useState<Choice>();
  const edit = useMutation({
    // In order; otherwise the last press might not win.
    scope: backgroundScope(view.id),
    mutationFn: ({ colour, key }: Choice) =>
      withRetries(() =>
        call(editContracts.edit, { params: { id: view.id }, body: settingsOf(colour), idempotencyKey: key }),
      ),
    onSuccess: (edited) => uploadStore.adopt(edited),
    onError: failureToast,
    onSettled: (_taken, _error, { key }) => setSending((last) => (last?.key === key ? undefined : last)),
  });
  const isOther = background.id !== null || background.base;
  return {
    colour: sending === undefined ? (isOther ? undefined : background.color) : sending.colour,
    choose: (colour) => {
      const choice = { colour, key: randomUuid() };
      setSending(choice);
      edit.mutate(choice);
    },
    isSending: sending !== undefined,
    isTouched: sending !== undefined || !edit.isIdle,
  };
}

/** A colour is the only edit, so the plain cut-out on that colour looks the same. */
export function hasNoOtherEdits({ edits, settings }: TransactionView): boolean {
  const { background, position, shadow } = settings;
  return (
    edits.masks.length === 0 &&
    shadow === null &&
    background.id === null &&
    !background.base &&
    JSON.stringify(position) === JSON.stringify(DEFAULT_POSITION)
  );
}
