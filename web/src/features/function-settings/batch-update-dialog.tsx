import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listCommands, updateCompanyAgents } from '../../endpoints.ts';
import { ConfirmCount, useBulkConfirmation } from '../../entities/device/confirm-count.tsx';
import { useViewer } from '../../entities/session/viewer.ts';
import { randomId } from '../../lib/random-id.ts';
import { useServices } from '../../lib/services.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { useFleet } from '../../live/use-fleet.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import { notifyDone } from '../../ui/notify.ts';

interface BatchUpdateProps {
  /** The online agents that are not of the newest version, by the last count. */
  count: number;
  onClose: () => void;
}

/** Updates all online agents, with their number typed where it is large; the tray follows them one by one. */
export function BatchUpdateDialog({ count, onClose }: BatchUpdateProps) {
  const { t } = useTranslation(['functions', 'common']);
  const { api } = useServices();
  const { profile } = useViewer();
  const { commands } = useFleet();
  // One for all attempts: what an unanswered one has begun is not begun again.
  const [bulkId] = useState(randomId);
  const problemText = useProblemText();
  const send = useSubmit({
    mutationFn: async (confirm: number | undefined) => {
      const params = { company_fk: String(profile.company_fk) };
      const body = {
        type: 'batch_update',
        bulk_id: bulkId,
        ...(confirm === undefined ? {} : { confirm }),
      } as const;
      const { objects } = await api.call(updateCompanyAgents, { params, body });
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
      notifyDone(t('functions:update.batch_update_requested', { agents }));
      onClose();
    },
  });
  const confirmation = useBulkConfirmation(count, send.error);
  return (
    <Dialog title={t('functions:update.title')} size="md" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send.mutate(confirmation.confirm);
        }}
      >
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {t('functions:update.text')}
          </Text>
          <Text size="sm">
            {count === 0 ? t('functions:update.none') : t('functions:update.count', { agents: count })}
          </Text>
          {send.error && <FormMessage kind="refused">{problemText(send.error)}</FormMessage>}
        </Stack>
        <ConfirmCount count={count} confirmation={confirmation} />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={send.isPending} disabled={count === 0 || !confirmation.isConfirmed}>
            {t('functions:update.submit')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
