import { peopleDialog } from '../../entities/person/dialogs.ts';
import { bindDialog } from '../../lib/dialog-stack.ts';
import { PeopleDialog } from './people-dialog.tsx';

export const peopleDialogs = [bindDialog(peopleDialog, PeopleDialog)];
