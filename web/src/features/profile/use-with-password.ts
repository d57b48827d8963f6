import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { requestAtom, type RequestOf } from '../../lib/dialog-stack.ts';

type Question = Pick<RequestOf<'confirm'>, 'title' | 'text' | 'submit' | 'danger'>;

/** Asks for the present password first: whoever finds an open screen must not take the account over. */
export function useWithPassword(): (question: Question, run: (origin_pw: string) => Promise<void>) => void {
  const { t } = useTranslation('profile');
  const ask = useSetAtom(requestAtom);
  return (question, run) =>
    ask({ kind: 'confirm', ...question, input: { label: t('password.origin'), secret: true }, onConfirm: run });
}
