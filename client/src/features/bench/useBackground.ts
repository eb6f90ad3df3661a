import type { SceneSettingsPatch } from '@clearcut/schemas/transaction/scene';
import { DEFAULT_POSITION, TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { insist } from '../../lib/http/patience.ts';
import { randomUuid } from '../../lib/random-uuid.ts';
import { usePictureFailureToast } from '../support-access/usePictureFailureToast.ts';
import { sendSettings } from '../editor/sync/api.ts';
import { uploadStore } from '../uploads/upload-store.ts';

export interface ResultBackground {
  /** The colour behind the picture, from the press on; null is none, undefined is a picture or the photo itself. */
  readonly colour: string | null | undefined;
  readonly choose: (colour: string | null) => void;
  /** Whether the server has not taken the choice yet. */
  readonly isSending: boolean;
  /** Whether a colour was chosen since the picture was opened. */
  readonly isTouched: boolean;
}

interface Choice {
  readonly colour: string | null;
  /** Of the request, so that a repeat is no other edit. */
  readonly key: string;
}

/** What an edit to this background sets; null is none. */
export const settingsOf = (colour: string | null): SceneSettingsPatch => ({
  background: { ...TRANSPARENT, color: colour },
});

/** The background of the result: a choice is an edit, so that preview, editor and HD file have it too. */
export function useBackground(view: TransactionView): ResultBackground {
  const failureToast = usePictureFailureToast(view.id);
  const { background } = view.settings;
  // Kept here as well, because a mutation says that it runs a moment after the press: the swatch would jump back meanwhile.
  const [sending, setSending] = useState<Choice>();
  const edit = useMutation({
    // One after the other, or the last press might not be the one that stays.
    scope: { id: `background-${view.id}` },
    mutationFn: ({ colour, key }: Choice) => insist(() => sendSettings(view.id, settingsOf(colour), key)),
    onSuccess: (taken) => uploadStore.adopt(taken.view),
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

/** Whether a colour behind it is all that a picture has of edits: then its plain cut-out before that colour is what it looks like. */
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
