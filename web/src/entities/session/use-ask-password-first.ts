import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { openDialogAtom, type RequestOf } from '../../lib/dialog-stack.ts';
import { confirmationDialog } from '../../ui/dialogs.ts';

type Question = Pick<RequestOf<typeof confirmationDialog>, 'title' | 'text' | 'submit' | 'danger'>;

/** Asks for the current password first, so that an unattended screen does not give the account away. */
export function useAskPasswordFirst(): (question: Question, run: (origin_pw: string) => Promise<void>) => void {
  const { t } = useTranslation('profile');
  const openDialog = useSetAtom(openDialogAtom);
  return (question, run) =>
    openDialog(
      confirmationDialog({ ...question, input: { label: t('password.origin'), secret: true }, onConfirm: run }),
    );
}
