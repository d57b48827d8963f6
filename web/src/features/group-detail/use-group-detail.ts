import { useQueryClient } from '@tanstack/react-query';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { useCallback } from 'react';
import { groupDetailsKey } from '../../entities/group/use-groups.ts';
import { readAgain } from '../../lib/read-again.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { notifyDone, notifyFailed } from '../../ui/notify.ts';

export const groupDetailKey = (pk: string | number) => [...groupDetailsKey, String(pk)] as const;

/** Runs a change, reads the group again, and says that it is saved or why it is not. */
export function useGroupChange(pk: GroupPk) {
  const queries = useQueryClient();
  const problemText = useProblemText();
  const reload = useCallback(() => readAgain(queries, groupDetailKey(pk)), [queries, pk]);
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
