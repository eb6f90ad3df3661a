import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toFailure, type Failure } from '../../../../lib/errors/failure.ts';
import { billingQuery } from '../../../pictures/saves/credits.ts';

export interface Change {
  readonly busy: boolean;
  readonly failure: Failure | undefined;
  readonly run: (call: () => Promise<unknown>) => void;
}

/** A change that is free now. Reloads billing before `onDone`. */
export function useChange(onDone: () => void): Change {
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (call: () => Promise<unknown>) => call(),
    onSuccess: async () => {
      await queryClient.invalidateQueries(billingQuery);
      onDone();
    },
  });
  return { busy: isPending, failure: error === null ? undefined : toFailure(error), run: mutate };
}
