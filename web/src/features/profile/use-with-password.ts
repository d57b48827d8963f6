import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { openDialogAtom, type DialogRequestOf } from '../../lib/dialog-stack.ts';

type Question = Pick<DialogRequestOf<'confirm'>, 'title' | 'text' | 'submit' | 'danger'>;

/** Asks for the current password first, so that an unattended screen does not give the account away. */
export function useWithPassword(): (question: Question, run: (origin_pw: string) => Promise<void>) => void {
  const { t } = useTranslation('profile');
  const openDialog = useSetAtom(openDialogAtom);
  return (question, run) =>
    openDialog({ kind: 'confirm', ...question, input: { label: t('password.origin'), secret: true }, onConfirm: run });
}
