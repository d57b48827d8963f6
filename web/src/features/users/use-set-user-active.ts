import type { ListedUser } from '@vigil/shared/contract/http/users';
import { updateUser } from '@vigil/shared/contract/routes/people';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useServices } from '../../lib/services.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { confirmationDialog } from '../../ui/dialogs.ts';
import { notifyDone, notifyFailed } from '../../ui/toasts.ts';
import { users, usePatchRows } from './use-users.ts';

type User = Pick<ListedUser, 'pk' | 'name'>;

/**
 * Returns a function that sets a user active at once, or inactive after a question: the sessions that this ends and the
 * tickets that it closes do not come back. A refusal is shown, and the users are read again.
 */
export function useSetUserActive(): (user: User, active: 0 | 1) => void {
  const { t } = useTranslation('users');
  const { api } = useServices();
  const openDialog = useSetAtom(openDialogAtom);
  const changed = users.useReread();
  const patch = usePatchRows();
  const problemText = useProblemText();

  const set = async ({ pk, name }: User, active: 0 | 1): Promise<void> => {
    try {
      await api.call(updateUser, { params: { pk: String(pk) }, body: { flag_active: active } });
      await patch(pk, { flag_active: active });
      notifyDone(t('user_active_changed', { name, state: t(active === 1 ? 'state.active' : 'state.inactive') }));
    } catch (error) {
      notifyFailed(problemText(error), name);
      await changed();
    }
  };

  return (user, active) => {
    if (active === 1) return void set(user, 1);
    openDialog(
      confirmationDialog({
        title: t('deactivate_title', { name: user.name }),
        text: t('deactivate_text'),
        submit: t('deactivate'),
        danger: true,
        onConfirm: () => set(user, 0),
      }),
    );
  };
}
