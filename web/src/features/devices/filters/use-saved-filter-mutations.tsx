import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ListFilter, SavedFilter } from '@vigil/shared/contract/http/filters';
import { createFilter, deleteFilter, updateFilter } from '@vigil/shared/contract/routes/devices';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { useViewer } from '../../../entities/session/viewer.ts';
import { openDialogAtom } from '../../../lib/dialog-stack.ts';
import { useProblemText } from '../../../lib/use-problem-text.ts';
import { confirmationDialog } from '../../../ui/dialogs.ts';
import { notifyDone, notifyFailed } from '../../../ui/toasts.ts';
import { everythingKnown, parseSavedFilter } from './list-filter.ts';
import { savedFilters } from './use-saved-filters.ts';

/** Long enough to read what happened and to reach the button. */
const UNDO_MS = 10_000;

/** Changes of saved filters. What was deleted can be had back as long as the toast is there. */
export function useSavedFilterMutations() {
  const { t } = useTranslation(['filters', 'common']);
  const call = savedFilters.useChange();
  const { profile } = useViewer();
  const openDialog = useSetAtom(openDialogAtom);
  const problemText = useProblemText();
  const failed = (error: unknown) => notifyFailed(problemText(error));

  const save = async (name: string, filter: ListFilter, shared: 0 | 1) => {
    const { objects } = await call(createFilter, { body: { name, filter, shared } });
    return objects[0];
  };
  const change = async ({ pk }: SavedFilter, body: { name?: string; filter?: ListFilter; shared?: 0 | 1 }) => {
    await call(updateFilter, { params: { pk: String(pk) }, body });
  };
  const remove = async ({ pk }: SavedFilter) => {
    await call(deleteFilter, { params: { pk: String(pk) } });
  };
  const removeOwn = async (saved: SavedFilter) => {
    await remove(saved);
    const undo = async () => {
      notifications.hide(id);
      await save(saved.name, parseSavedFilter(saved.filter, everythingKnown).filter, saved.shared);
      notifyDone(t('restored', { name: saved.name }));
    };
    const id = notifications.show({
      autoClose: UNDO_MS,
      color: 'green',
      message: (
        <>
          {t('deleted', { name: saved.name })}{' '}
          <Button variant="subtle" size="compact-xs" onClick={() => void undo().catch(failed)}>
            {t('undo')}
          </Button>
        </>
      ),
    });
  };

  return {
    save,
    rename: (saved: SavedFilter, name: string) => change(saved, { name }),
    update: (saved: SavedFilter, filter: ListFilter) =>
      void change(saved, { filter }).then(() => notifyDone(t('updated', { name: saved.name })), failed),
    share: (saved: SavedFilter) =>
      void change(saved, { shared: saved.shared === 1 ? 0 : 1 }).then(
        () => notifyDone(t(saved.shared === 1 ? 'unshared' : 'shared', { name: saved.name })),
        failed,
      ),
    remove: (saved: SavedFilter) => {
      if (saved.owner.pk === profile.pk) return void removeOwn(saved).catch(failed);
      // What belongs to another user cannot be made again in their name.
      openDialog(
        confirmationDialog({
          title: t('delete_title', { name: saved.name }),
          text: t('delete_text', { owner: saved.owner.name }),
          submit: t('delete'),
          danger: true,
          onConfirm: () => remove(saved),
        }),
      );
    },
  };
}
