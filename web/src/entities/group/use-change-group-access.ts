import type { ProblemCode } from '@vigil/shared/contract/problems';
import { useSetAtom } from 'jotai';
import { useCallback } from 'react';
import { isApiProblem } from '../../lib/api-problem.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { confirmationDialog } from '../../ui/dialogs.ts';

/** A grant of a group that may need those above it, or a revocation that may concern those below it (decision 29). */
export interface GroupAccessChangeSteps {
  /** Changes one group, or with `along` the others as well. */
  readonly work: (along: boolean) => Promise<unknown>;
  /** How the server refuses the change of the one group alone. */
  readonly code: Extract<ProblemCode, 'parent_group_required' | 'subgroup_permission_first'>;
  /** What the user is asked, by the access as it is now; null where no other group is concerned. */
  readonly question: () => Promise<AlongQuestion | null>;
  readonly done: string;
}

interface AlongQuestion {
  readonly title: string;
  readonly text: string;
  readonly submit: string;
}

/** Runs a change, tells that it is done or why it is not, and reads again what it concerns. */
type Run = (change: () => Promise<unknown>, done: string) => Promise<void>;

/**
 * Changes one group, and asks before others come along. Whether they have to is decided by the server: somebody else
 * may have changed the access since it was read.
 */
export function useChangeGroupAccess(run: Run): (change: GroupAccessChangeSteps) => Promise<void> {
  const openDialog = useSetAtom(openDialogAtom);
  return useCallback(
    async ({ work, code, question, done }) => {
      const ask = async (): Promise<boolean> => {
        const asked = await question();
        if (asked) openDialog(confirmationDialog({ ...asked, onConfirm: () => run(() => work(true), done) }));
        return asked !== null;
      };
      // The change itself tells what is wrong where the access cannot be read. A revocation is tried before: the server
      // also counts subgroups that this user does not see, with which it is refused whatever is answered.
      if (code === 'parent_group_required' && (await ask().catch(() => false))) return;
      const alone = work(false);
      try {
        await alone;
      } catch (error) {
        if (isApiProblem(error) && error.code === code && (await ask().catch(() => false))) return;
      }
      return run(() => alone, done);
    },
    [openDialog, run],
  );
}
