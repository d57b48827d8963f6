import { Button, Group, Text } from '@mantine/core';
import { deleteGroup } from '@vigil/shared/contract/http/groups';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { withDescendants } from '../../entities/group/group-tree.ts';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { useScope } from '../../entities/device/device-address.ts';
import { useServices } from '../../lib/services.ts';
import { groupsKey, useGroupCounts, useGroups } from '../../entities/group/use-groups.ts';
import { useLanguage } from '../../lib/language.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { notifyDone } from '../../ui/notify.ts';
import { Dialog } from '../../ui/dialog.tsx';

export function DeleteGroupDialog({ request, onClose }: DialogProps<'group-delete'>) {
  const { t } = useTranslation(['tree', 'common']);
  const { api } = useServices();
  const language = useLanguage();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const problemText = useProblemText();
  const scope = useScope();
  const { tree } = useGroups();
  const counts = useGroupCounts(tree);
  const node = tree.byPk.get(request.pk);
  const lost = node ? withDescendants(node) : [];

  const remove = useMutation({
    mutationFn: (_lost: readonly GroupPk[]) => api.call(deleteGroup, { params: { pk: String(request.pk) } }),
    // By now the invalidations may have taken the group out of the tree: what goes with it was settled when it was asked for.
    onSuccess: async (_answer, gone) => {
      // The list of a group that is gone goes back to all devices.
      if (typeof scope === 'number' && gone.includes(scope)) await navigate(`/${language}/device/all`);
      await queries.invalidateQueries({ queryKey: groupsKey });
      notifyDone(t('deleted'));
      onClose();
    },
  });

  return (
    <Dialog onClose={onClose} title={t('delete_title', { name: node?.group.name ?? '' })} size="sm">
      <Text size="sm">{t('delete_text', { groups: lost.length - 1, count: counts.get(request.pk)?.total ?? 0 })}</Text>
      {remove.error && (
        <Text size="sm" c="red" mt="sm" role="alert">
          {problemText(remove.error)}
        </Text>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common:cancel')}
        </Button>
        <Button color="red" loading={remove.isPending} onClick={() => remove.mutate(lost)}>
          {t('delete')}
        </Button>
      </Group>
    </Dialog>
  );
}
