import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { BulkConfirmationField, useBulkConfirmation } from '../../entities/device/bulk-confirmation-field.tsx';
import { useListScope } from '../../entities/device/device-address.ts';
import { useMoveImpactText } from '../../entities/device/use-move-impact-text.ts';
import type { deleteGroupDialog } from '../../entities/group/dialogs.ts';
import { defaultGroupOf, withDescendants } from '../../entities/group/group-tree.ts';
import {
  deleteGroupMutationKey,
  useGroupCounts,
  useGroupMutations,
  useGroups,
} from '../../entities/group/use-groups.ts';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { useLanguage } from '../../lib/language.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { useLiveData } from '../../live/use-fleet.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogFooter } from '../../ui/form-dialog.tsx';
import { notifyDone } from '../../ui/toasts.ts';

export function DeleteGroupDialog({ request, onClose }: DialogProps<typeof deleteGroupDialog>) {
  const { t } = useTranslation('tree');
  const language = useLanguage();
  const navigate = useNavigate();
  const edits = useGroupMutations();
  const problemText = useProblemText();
  const scope = useListScope();
  const { tree } = useGroups();
  const counts = useGroupCounts(tree);
  const node = tree.byPk.get(request.pk);
  const branch = node ? withDescendants(node) : [];
  const count = counts.get(request.pk)?.total ?? 0;

  const remove = useSingleFlightMutation({
    mutationKey: deleteGroupMutationKey,
    // The answer removes the groups from the tree, so they are listed before.
    mutationFn: ({ confirm }: { deleted: readonly GroupPk[]; confirm: number | undefined }) =>
      edits.remove(request.pk, confirm),
    onSuccess: async (_answer, { deleted }) => {
      // The list of a deleted group goes back to all devices.
      if (typeof scope === 'number' && deleted.includes(scope)) await navigate(`/${language}/device/all`);
      notifyDone(t('deleted_group'));
      onClose();
    },
  });
  const notice = useDeletionNotice(request.pk);
  const confirmation = useBulkConfirmation(count, remove.error);
  const error = remove.error ?? notice.error;

  return (
    <Dialog onClose={onClose} title={t('delete_title', { name: node?.group.name ?? '' })} size="sm">
      <Text size="sm">
        {t('delete_text', { groups: branch.length - 1, count, home: defaultGroupOf(tree)?.name ?? '' })}
      </Text>
      {notice.data && (
        <Text size="sm" mt="sm" role="status">
          {notice.data}
        </Text>
      )}
      {error && (
        <Text size="sm" c="red" mt="sm" role="alert">
          {problemText(error)}
        </Text>
      )}
      <BulkConfirmationField count={count} confirmation={confirmation} />
      <DialogFooter
        submit={t('delete')}
        isDangerous
        focusesCancel
        isPending={remove.isPending || notice.isFetching}
        isDisabled={!confirmation.isConfirmed}
        onSubmit={() => remove.mutate({ deleted: branch, confirm: confirmation.confirm })}
        onClose={onClose}
      />
    </Dialog>
  );
}

/** Who gains and who loses sight of the devices, as they move to the default group; null when that changes nothing. */
function useDeletionNotice(pk: GroupPk) {
  const { store } = useLiveData();
  const { tree } = useGroups();
  const noticeOf = useMoveImpactText();
  return useQuery({
    queryKey: ['delete-notice', pk],
    queryFn: () => {
      const node = tree.byPk.get(pk);
      const deleted = new Set(node && withDescendants(node));
      const inBranch = [...store.all()].filter((device) => deleted.has(device.device_group_fk));
      // All devices of a group have the same viewers, so that one of each stands for all.
      const devices = new Map(inBranch.map((device) => [device.device_group_fk, device.pk]));
      const home = defaultGroupOf(tree)?.pk;
      return home === undefined || devices.size === 0 ? null : noticeOf([...devices.values()], home, inBranch.length);
    },
    // Members come and go.
    staleTime: 0,
  });
}
