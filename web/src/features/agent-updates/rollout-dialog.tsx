import { NumberInput, Select, Stack, Text } from '@mantine/core';
import type { PublishedRelease } from '@vigil/shared/contract/http/agent-updates';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { DEFAULT_ROLLOUT_FAILURE_PERCENT } from '@vigil/shared/contract/rollout-rules';
import { createRollout } from '@vigil/shared/contract/routes/devices';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BulkConfirmationField, useBulkConfirmation } from '../../entities/device/bulk-confirmation-field.tsx';
import { groupOptions } from '../../entities/group/group-options.ts';
import { useGroups } from '../../entities/group/use-groups.ts';
import { isApiProblem } from '../../lib/api-problem.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogFooter } from '../../ui/form-dialog.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import { notifyDone } from '../../ui/toasts.ts';
import { rollouts } from './use-agent-updates.ts';

interface RolloutDialogProps {
  /** At least one, the newest first. */
  releases: readonly PublishedRelease[];
  onClose: () => void;
}

const COMPANY = 'all';
const FIRST_PERCENT = 10;

const isPercent = (value: string | number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 100;

/** Starts a rollout: which release, for which group, how many devices at first, and when it stops. */
export function RolloutDialog({ releases, onClose }: RolloutDialogProps) {
  const { t } = useTranslation('updates');
  const { tree } = useGroups();
  const change = rollouts.useChange();
  const problemText = useProblemText();
  const [version, setVersion] = useState(releases.find(({ channel }) => channel === 'stable')?.version ?? null);
  const [group, setGroup] = useState<string | null>(COMPANY);
  const [percent, setPercent] = useState<string | number>(FIRST_PERCENT);
  const [limit, setLimit] = useState<string | number>(DEFAULT_ROLLOUT_FAILURE_PERCENT);

  const send = useSingleFlightMutation({
    mutationFn: async (confirm: number | undefined) => {
      const body = {
        device_group_fk: group === COMPANY ? null : (Number(group) as GroupPk),
        version: version ?? '',
        percent: Number(percent),
        failure_percent: Number(limit),
        ...(confirm === undefined ? {} : { confirm }),
      };
      return (await change(createRollout, { body })).objects;
    },
    onSuccess: ([rollout]) => {
      const { total = 0, disabled = 0 } = rollout?.counts ?? {};
      const done = t('start.done', { count: total });
      notifyDone(disabled === 0 ? done : `${done} ${t('start.disabled', { count: disabled })}`);
      onClose();
    },
  });
  // Only the server knows which devices of the group need this release.
  const { error } = send;
  const asked = isApiProblem(error) && error.code === 'confirm_required' && typeof error.detail === 'number';
  const count = asked ? error.detail : 0;
  const confirmation = useBulkConfirmation(count, error);
  const isComplete = version !== null && group !== null && isPercent(percent) && isPercent(limit);
  return (
    <Dialog title={t('start.title')} size="md" onClose={onClose}>
      <Stack gap="sm">
        {error && <FormMessage kind="refused">{problemText(error)}</FormMessage>}
        <Select
          label={t('start.version')}
          data={releases.map((release) => ({
            value: release.version,
            label: release.channel === 'beta' ? `${release.version} (${t('beta')})` : release.version,
          }))}
          value={version}
          onChange={setVersion}
          allowDeselect={false}
        />
        <Select
          label={t('start.group')}
          data={[{ value: COMPANY, label: t('company') }, ...groupOptions(tree)]}
          value={group}
          onChange={setGroup}
          searchable
        />
        <NumberInput
          label={t('start.percent')}
          suffix=" %"
          min={1}
          max={100}
          allowDecimal={false}
          value={percent}
          onChange={setPercent}
        />
        <NumberInput
          label={t('start.limit')}
          suffix=" %"
          min={1}
          max={100}
          allowDecimal={false}
          value={limit}
          onChange={setLimit}
        />
        <Text size="xs" c="dimmed">
          {t('start.text')}
        </Text>
        <BulkConfirmationField count={count} confirmation={confirmation} />
      </Stack>
      <DialogFooter
        submit={t('start.submit')}
        isPending={send.isPending}
        isDisabled={!isComplete || !confirmation.isConfirmed}
        onSubmit={() => send.mutate(confirmation.confirm)}
        onClose={onClose}
      />
    </Dialog>
  );
}
