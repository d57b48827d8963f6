import { useCallback } from 'react';
import { groupDetails } from '../../entities/group/use-groups.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { notifyDone, notifyFailed } from '../../ui/toasts.ts';

/**
 * `run` saves a change of a group, notifies the user of the result, and reads the group again. `textOf` may give a text
 * for an error that is more precise than the general one.
 */
export function useRunGroupChange(textOf?: (error: unknown) => string | null) {
  const problemText = useProblemText();
  const latestTextOf = useLatest(textOf);
  const reload = groupDetails.useReread();
  const run = useCallback(
    async (change: () => Promise<unknown>, done: string): Promise<void> => {
      try {
        await change();
        notifyDone(done);
      } catch (error) {
        notifyFailed(latestTextOf.current?.(error) ?? problemText(error));
      }
      await reload();
    },
    [problemText, latestTextOf, reload],
  );
  return { run, reload };
}
