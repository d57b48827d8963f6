import { Text, TreeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BlastRadiusView } from '../../entities/device/blast-radius-view.tsx';
import { BulkConfirmationField, useBulkConfirmation } from '../../entities/device/bulk-confirmation-field.tsx';
import type { moveDialog } from '../../entities/device/dialogs.ts';
import { useBlastRadius } from '../../entities/device/use-blast-radius.ts';
import { useBulkReport } from '../../entities/device/use-bulk-report.ts';
import { useDeviceMutations } from '../../entities/device/use-device-mutations.ts';
import { useMoveImpactText } from '../../entities/device/use-move-impact-text.ts';
import { groupTreeOptions } from '../../entities/group/group-tree-options.ts';
import { useGroupPath, useGroups } from '../../entities/group/use-groups.ts';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { useLiveData } from '../../live/use-fleet.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogFooter } from '../../ui/form-dialog.tsx';
import { notifyDone } from '../../ui/toasts.ts';

/** Moves devices to a group; the alternative to dragging that works without a mouse. */
export function MoveDialog({ request: { pks, to }, onClose }: DialogProps<typeof moveDialog>) {
  const { t } = useTranslation(['devices', 'common', 'tree']);
  const { tree } = useGroups();
  const { store } = useLiveData();
  const groupPathOf = useGroupPath();
  const { move, change } = useDeviceMutations();
  const radius = useBlastRadius('move', pks);
  const { present } = radius;
  const report = useBulkReport();
  const problemText = useProblemText();
  const [chosen, setChosen] = useState<string | null>(to === undefined ? null : String(to));
  const [missing, setMissing] = useState(false);
  const noticeOf = useMoveImpactText();
  const notice = useQuery({
    queryKey: ['move-notice', present, chosen],
    queryFn: () => noticeOf(present, Number(chosen) as GroupPk),
    enabled: chosen !== null && present.length > 0,
    // Members come and go.
    staleTime: 0,
  });
  const target = chosen === null ? undefined : tree.byPk.get(Number(chosen) as GroupPk);
  const only = pks.length === 1 ? pks[0] : undefined;
  const onlyName = only === undefined ? undefined : store.get(only)?.alias;
  const submit = useSingleFlightMutation({
    mutationFn: async (group: GroupPk) => {
      const name = tree.byPk.get(group)?.group.name ?? '';
      const doneText = (count: number) => t('tree:moved_device', { count, name });
      if (only === undefined) {
        const moving = { action: 'move', new_device_group_fk: group } as const;
        return report(await change(present, moving, confirmation.confirm), doneText);
      }
      await move(only, group);
      notifyDone(doneText(1));
    },
    onSuccess: onClose,
  });
  const confirmation = useBulkConfirmation(present.length, submit.error);
  const error = missing && chosen === null ? t('please_select_group') : submit.error ? problemText(submit.error) : null;

  return (
    <Dialog
      onClose={onClose}
      title={
        onlyName === undefined ? t('move_title', { count: present.length }) : t('move_title_named', { name: onlyName })
      }
      size="sm"
    >
      <TreeSelect
        label={t('move_field')}
        data={groupTreeOptions(tree)}
        // Sites have groups of the same names.
        description={target?.parent && groupPathOf(target.group.pk)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={chosen}
        onChange={setChosen}
        error={error}
        searchable
        data-autofocus
      />
      {notice.data && (
        <Text size="sm" mt="sm" role="status">
          {notice.data}
        </Text>
      )}
      {(only === undefined || present.length === 0) && <BlastRadiusView radius={radius} />}
      <BulkConfirmationField count={present.length} confirmation={confirmation} />
      <DialogFooter
        submit={t('move_submit')}
        isPending={submit.isPending}
        isDisabled={present.length === 0 || !confirmation.isConfirmed}
        onSubmit={() => (chosen === null ? setMissing(true) : submit.mutate(Number(chosen) as GroupPk))}
        onClose={onClose}
      />
    </Dialog>
  );
}
