import { NumberInput } from '@mantine/core';
import { MAX_GROUP_DEVICE_LIMIT } from '@vigil/shared/contract/limits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { deviceLimitDialog } from '../../entities/group/dialogs.ts';
import { useGroupMutations, useGroups } from '../../entities/group/use-groups.ts';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notifyDone } from '../../ui/toasts.ts';

/** How many devices a group may have; empty = any number. */
export function GroupDeviceLimitDialog({ request, onClose }: DialogProps<typeof deviceLimitDialog>) {
  const { t } = useTranslation(['tree', 'common']);
  const { tree } = useGroups();
  const edits = useGroupMutations();
  const problemText = useProblemText();
  const group = tree.byPk.get(request.pk)?.group;
  const [limit, setLimit] = useState<number | string>(group?.dev_limit || '');
  const submit = useSingleFlightMutation({
    mutationFn: (next: number) => edits.limit(request.pk, next),
    onSuccess: () => {
      notifyDone(t('limited'));
      onClose();
    },
  });
  const wanted = Number(limit);
  return (
    <FormDialog
      title={t('limit_title', { name: group?.name ?? '' })}
      size="sm"
      submit={t('common:save')}
      isPending={submit.isPending}
      isDisabled={wanted === group?.dev_limit}
      onSubmit={() => submit.mutate(wanted)}
      onClose={onClose}
    >
      <NumberInput
        label={t('limit_field')}
        description={t('limit_text')}
        placeholder={t('limit_none')}
        value={limit}
        onChange={setLimit}
        min={0}
        max={MAX_GROUP_DEVICE_LIMIT}
        allowDecimal={false}
        allowNegative={false}
        error={submit.error ? problemText(submit.error) : null}
        data-autofocus
      />
    </FormDialog>
  );
}
