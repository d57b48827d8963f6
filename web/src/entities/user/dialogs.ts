import type { UserSummary } from '@vigil/shared/contract/http/users';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { defineDialog } from '../../lib/dialog-stack.ts';

export const pickUserDialog = defineDialog<{
  title: string;
  approversOnly: boolean;
  /** To which the chosen one gets access: who has it is left out, as administrators are. */
  group?: GroupPk;
  onPick: (user: UserSummary) => void;
}>();
