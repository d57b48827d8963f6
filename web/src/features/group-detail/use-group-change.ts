import { useCallback } from 'react';
import { groupDetails } from '../../entities/group/use-groups.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { notifyDone, notifyFailed } from '../../ui/notify.ts';

/** Runs a change, reads the group again, and says that it is saved or why it is not. */
export function useGroupChange() {
  const problemText = useProblemText();
  const reload = groupDetails.useReread();
  const run = useCallback(
    async (change: () => Promise<unknown>, done: string): Promise<void> => {
      try {
        await change();
        notifyDone(done);
      } catch (error) {
        notifyFailed(problemText(error));
      }
      await reload();
    },
    [problemText, reload],
  );
  return { run, reload };
}
