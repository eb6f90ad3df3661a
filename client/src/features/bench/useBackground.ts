import { DEFAULT_POSITION, TRANSPARENT, type SceneSettingsPatch } from '@clearcut/schemas/transaction/scene';
import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { useMutation } from '@tanstack/react-query';
import { insist } from '../../lib/http/patience.ts';
import { randomUuid } from '../../lib/random-uuid.ts';
import { useFailureToast } from '../../ui/toasts/useFailureToast.ts';
import { sendSettings } from '../editor/sync/api.ts';
import { uploadStore } from '../uploads/upload-store.ts';

export interface ResultBackground {
  /** The colour behind the picture, from the press on; null is none, undefined is a picture or the photo itself. */
  readonly colour: string | null | undefined;
  readonly choose: (colour: string | null) => void;
  /** Whether the server has not taken the choice yet. */
  readonly isSending: boolean;
}

/** What an edit to this background sets; null is none. */
export const settingsOf = (colour: string | null): SceneSettingsPatch => ({
  background: { ...TRANSPARENT, color: colour },
});

/** The background of the result: a choice is an edit, so that preview, editor and HD file have it too. */
export function useBackground(view: TransactionView): ResultBackground {
  const failureToast = useFailureToast();
  const { background } = view.settings;
  const edit = useMutation({
    // One after the other, or the last press might not be the one that stays.
    scope: { id: `background-${view.id}` },
    mutationFn: ({ colour, key }: { colour: string | null; key: string }) =>
      insist(() => sendSettings(view.id, settingsOf(colour), key)),
    onSuccess: (taken) => uploadStore.adopt(taken.view),
    onError: failureToast,
  });
  const isOther = background.id !== null || background.base;
  return {
    colour: edit.isPending ? edit.variables.colour : isOther ? undefined : background.color,
    choose: (colour) => edit.mutate({ colour, key: randomUuid() }),
    isSending: edit.isPending,
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
