import type { GroupPk } from '@vigil/shared/contract/ids';
import { defineDialog } from '../../lib/dialog-stack.ts';

interface OfOne {
  pk: GroupPk;
}

export const createGroupDialog = defineDialog<{ parent: GroupPk | null }>();
export const renameGroupDialog = defineDialog<OfOne>();
export const deviceLimitDialog = defineDialog<OfOne>();
export const moveGroupDialog = defineDialog<OfOne>();
export const deleteGroupDialog = defineDialog<OfOne>();
