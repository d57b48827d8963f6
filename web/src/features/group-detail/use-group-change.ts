import { useCallback } from 'react';
import { groupDetails } from '../../entities/group/use-groups.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { notifyDone, notifyFailed } from '../../ui/notify.ts';

/**
 * Runs a change, reads the group again, and says that it is saved or why it is not: by `textOf`, where that knows more than the
 * general text of a problem.
 */
export function useGroupChange(textOf?: (error: unknown) => string | null) {
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
