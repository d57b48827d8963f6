import type { ListedUser } from '@vigil/shared/contract/http/users';
import type { UserPk } from '@vigil/shared/contract/ids';
import { deleteUser } from '@vigil/shared/contract/routes/people';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteInParallel, type DeletionProgress } from '../../lib/deletion.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useServices } from '../../lib/services.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { confirmationDialog } from '../../ui/dialogs.ts';
import { notifyDone, notifyWarning } from '../../ui/toasts.ts';
import { useRereadAfterDeletion } from './use-users.ts';

type Named = Pick<ListedUser, 'pk' | 'name' | 'mgrid'>;

/**
 * Deletes users after a question, and keeps the outcome of each when one failed.
 * @param onDeleted receives the users that are left
 */
export function useDeleteUsers(onDeleted: (left: readonly UserPk[]) => void) {
  const { t } = useTranslation('users');
  const { api } = useServices();
  const openDialog = useSetAtom(openDialogAtom);
  const problemText = useProblemText();
  const changed = useRereadAfterDeletion();
  const [deletion, setDeletion] = useState<DeletionProgress<Named> | null>(null);

  const run = async (users: readonly Named[]): Promise<void> => {
    const left = await deleteInParallel(users, {
      remove: async ({ pk }) => {
        await api.call(deleteUser, { params: { pk: String(pk) } });
      },
      textOf: problemText,
      onProgress: setDeletion,
    });
    await changed();
    if (left.length < users.length) notifyDone(t('deleted_user', { count: users.length - left.length }));
    if (left.length === 0) setDeletion(null);
    onDeleted(left.map(({ pk }) => pk));
  };

  const ask = (users: readonly Named[]): void => {
    const [first] = users;
    if (!first) return notifyWarning(t('select_delete_user'));
    openDialog(
      confirmationDialog({
        title:
          users.length === 1
            ? t('delete_title_of', { name: first.name || first.mgrid })
            : t('delete_title', { count: users.length }),
        text: t('delete_text'),
        items: users.length === 1 ? [] : users.map(({ name, mgrid }) => (name === '' ? mgrid : `${name} (${mgrid})`)),
        submit: t('delete'),
        danger: true,
        onConfirm: async () => {
          void run(users);
        },
      }),
    );
  };

  return { ask, deletion, close: () => setDeletion(null) };
}
