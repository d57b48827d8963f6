import { Button, Group, Text } from '@mantine/core';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { withDescendants } from '../../entities/group/group-tree.ts';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { useScope } from '../../entities/device/device-address.ts';
import { useGroupCounts, useGroupEdits, useGroups } from '../../entities/group/use-groups.ts';
import { useLanguage } from '../../lib/language.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { notifyDone } from '../../ui/notify.ts';
import { Dialog } from '../../ui/dialog.tsx';

export function DeleteGroupDialog({ request, onClose }: DialogProps<'group-delete'>) {
  const { t } = useTranslation(['tree', 'common']);
  const language = useLanguage();
  const navigate = useNavigate();
  const edits = useGroupEdits();
  const problemText = useProblemText();
  const scope = useScope();
  const { tree } = useGroups();
  const counts = useGroupCounts(tree);
  const node = tree.byPk.get(request.pk);
  const branch = node ? withDescendants(node) : [];

  const remove = useMutation({
    // The answer removes the groups from the tree, so they are listed before.
    mutationFn: (_branch: readonly GroupPk[]) => edits.remove(request.pk),
    onSuccess: async (_answer, deleted) => {
      // The list of a deleted group goes back to all devices.
      if (typeof scope === 'number' && deleted.includes(scope)) await navigate(`/${language}/device/all`);
      notifyDone(t('deleted'));
      onClose();
    },
  });

  return (
    <Dialog onClose={onClose} title={t('delete_title', { name: node?.group.name ?? '' })} size="sm">
      <Text size="sm">
        {t('delete_text', { groups: branch.length - 1, count: counts.get(request.pk)?.total ?? 0 })}
      </Text>
      {remove.error && (
        <Text size="sm" c="red" mt="sm" role="alert">
          {problemText(remove.error)}
        </Text>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common:cancel')}
        </Button>
        <Button color="red" loading={remove.isPending} onClick={() => remove.mutate(branch)}>
          {t('delete')}
        </Button>
      </Group>
    </Dialog>
  );
}
