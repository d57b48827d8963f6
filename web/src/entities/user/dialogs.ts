import type { UserSummary } from '@vigil/shared/contract/http/users';
import { defineDialog } from '../../lib/dialog-stack.ts';

export const pickUserDialog = defineDialog<{
  title: string;
  approversOnly: boolean;
  withoutAdmins?: boolean;
  onPick: (user: UserSummary) => void;
}>();
