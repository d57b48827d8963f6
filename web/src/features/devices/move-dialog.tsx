import { Button, Group, TreeSelect } from '@mantine/core';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { GroupNode } from '../../entities/group/group-tree.ts';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { useDeviceChanges } from '../../entities/device/use-device-changes.ts';
import { useGroups } from '../../entities/group/use-groups.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { notifyDone } from '../../ui/notify.ts';
import { Dialog } from '../../ui/dialog.tsx';

interface Choice {
  value: string;
  label: string;
  children?: Choice[];
}

const choiceOf = ({ group, children }: GroupNode): Choice => ({
  value: String(group.pk),
  label: group.name,
  ...(children.length > 0 ? { children: children.map(choiceOf) } : {}),
});

/** Moves devices to a group; the alternative to dragging that works without a mouse. */
export function MoveDialog({ request: { pks }, onClose }: DialogProps<'move'>) {
  const { t } = useTranslation(['devices', 'common', 'tree']);
  const { tree } = useGroups();
  const { move } = useDeviceChanges();
  const problemText = useProblemText();
  const [chosen, setChosen] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const submit = useMutation({
    mutationFn: (group: GroupPk) => move(pks, group),
    onSuccess: (_, group) => {
      notifyDone(t('tree:moved_device', { count: pks.length, name: tree.byPk.get(group)?.group.name ?? '' }));
      onClose();
    },
  });
  const error = missing && chosen === null ? t('please_select_group') : submit.error ? problemText(submit.error) : null;

  return (
    <Dialog onClose={onClose} title={t('move_title', { count: pks.length })} size="sm">
      <TreeSelect
        label={t('move_field')}
        data={tree.roots.map(choiceOf)}
        value={chosen}
        onChange={setChosen}
        error={error}
        searchable
        data-autofocus
      />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button
          loading={submit.isPending}
          onClick={() => (chosen === null ? setMissing(true) : submit.mutate(Number(chosen) as GroupPk))}
        >
          {t('move_submit')}
        </Button>
      </Group>
    </Dialog>
  );
}
