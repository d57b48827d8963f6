import { Stack, Text } from '@mantine/core';
import { listCommands } from '@vigil/shared/contract/routes/commands';
import { updateOnlineAgents } from '@vigil/shared/contract/routes/company';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BulkConfirmationField, useBulkConfirmation } from '../../entities/device/bulk-confirmation-field.tsx';
import { useViewer } from '../../entities/session/viewer.ts';
import { randomId } from '../../lib/random-id.ts';
import { useServices } from '../../lib/services.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { useLiveData } from '../../live/use-fleet.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notifyDone } from '../../ui/toasts.ts';

interface BatchUpdateProps {
  /** The online agents that are not of the newest version, by the last count. */
  count: number;
  onClose: () => void;
}

/** Updates all online agents, with their number typed where it is large; the tray follows them one by one. */
export function UpdateOnlineAgentsDialog({ count, onClose }: BatchUpdateProps) {
  const { t } = useTranslation('functions');
  const { api } = useServices();
  const { profile } = useViewer();
  const { commands } = useLiveData();
  // One for all attempts: what an unanswered one has begun is not begun again.
  const [bulkId] = useState(randomId);
  const send = useSingleFlightMutation({
    mutationFn: async (confirm: number | undefined) => {
      const params = { company_fk: String(profile.company_fk) };
      const body = {
        type: 'batch_update',
        bulk_id: bulkId,
        ...(confirm === undefined ? {} : { confirm }),
      } as const;
      const { objects } = await api.call(updateOnlineAgents, { params, body });
      const query = { bulk_id: objects.bulk_id, search_mode: 'all' } as const;
      const { objects: rows } = await api.call(listCommands, { query });
      const lines = rows.map(({ id, device_pk, device_alias: alias, state, percent, message }) => ({
        id,
        device_pk,
        alias,
        state,
        percent,
        message,
      }));
      commands.add({ id: objects.bulk_id, type: 'update', startedAt: Date.now(), lines });
      return objects.count;
    },
    onSuccess: (agents) => {
      notifyDone(t('update.batch_update_requested', { agents }));
      onClose();
    },
  });
  const confirmation = useBulkConfirmation(count, send.error);
  return (
    <FormDialog
      title={t('update.title')}
      size="md"
      submit={t('update.submit')}
      error={send.error}
      isPending={send.isPending}
      isDisabled={count === 0 || !confirmation.isConfirmed}
      onSubmit={() => send.mutate(confirmation.confirm)}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('update.text')}
        </Text>
        <Text size="sm">{count === 0 ? t('update.none') : t('update.count', { agents: count })}</Text>
      </Stack>
      <BulkConfirmationField count={count} confirmation={confirmation} />
    </FormDialog>
  );
}
