import { defineDialog } from '../../lib/dialog-stack.ts';

export const deleteCompanyDialog = defineDialog();
