import type { ProblemCode } from '@vigil/shared/contract/problems';
import { useSetAtom } from 'jotai';
import { useCallback } from 'react';
import { isApiProblem } from '../../lib/api-problem.ts';
import { confirmationDialog } from '../../ui/dialogs.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';

/** A grant of a group that may need those above it, or a revocation that may concern those below it (decision 29). */
export interface GroupAccessChangeSteps {
  /** Changes one group, or with `along` the others as well. */
  readonly work: (along: boolean) => Promise<unknown>;
  /** How the server refuses the change of the one group alone. */
  readonly code: Extract<ProblemCode, 'parent_group_required' | 'subgroup_permission_first'>;
  /** What the user is asked then. */
  readonly question: () => Promise<AlongQuestion>;
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
 * Changes one group alone, and asks before others come along. The server decides whether they have to: the tree that a page has
 * loaded may be an old one.
 */
export function useAskToChangeRelatedGroupAccess(run: Run): (change: GroupAccessChangeSteps) => Promise<void> {
  const openDialog = useSetAtom(openDialogAtom);
  return useCallback(
    async ({ work, code, question, done }) => {
      const alone = work(false);
      try {
        await alone;
      } catch (error) {
        if (isApiProblem(error) && error.code === code) {
          const onConfirm = () => run(() => work(true), done);
          return openDialog(confirmationDialog({ ...(await question()), onConfirm }));
        }
      }
      return run(() => alone, done);
    },
    [openDialog, run],
  );
}
