import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ListedUser } from '@vigil/shared/contract/http/users';
import { useTranslation } from 'react-i18next';
import { updateUser } from '../../endpoints/user-changes.ts';
import { useServices } from '../../lib/services.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { notifyFailed } from '../../ui/toasts.ts';
import { users, usePatchRows } from './use-users.ts';

const UNDO_MS = 5_000;

/**
 * Returns a function that sets a user active or inactive at once, and shows a notification with a button that undoes it for 5 s.
 * A refusal is shown instead, and the users are read again.
 */
export function useSetUserActive(): (user: Pick<ListedUser, 'pk' | 'name'>, active: 0 | 1) => Promise<void> {
  const { t } = useTranslation('users');
  const { api } = useServices();
  const changed = users.useReread();
  const patch = usePatchRows();
  const problemText = useProblemText();

  const set = async ({ pk, name }: Pick<ListedUser, 'pk' | 'name'>, active: 0 | 1): Promise<boolean> => {
    try {
      await api.call(updateUser, { params: { pk: String(pk) }, body: { flag_active: active } });
      await patch(pk, { flag_active: active });
      return true;
    } catch (error) {
      notifyFailed(problemText(error), name);
      await changed();
      return false;
    }
  };

  return async (user, active) => {
    if (!(await set(user, active))) return;
    const state = t(active === 1 ? 'state.active' : 'state.inactive');
    const id = notifications.show({
      color: 'green',
      autoClose: UNDO_MS,
      message: (
        <Group justify="space-between" wrap="nowrap">
          {t('user_active_changed', { name: user.name, state })}
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => {
              notifications.hide(id);
              void set(user, active === 1 ? 0 : 1);
            }}
          >
            {t('undo')}
          </Button>
        </Group>
      ),
    });
  };
}
