import { Alert, Button, Group, NumberInput, Text } from '@mantine/core';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeviceChanges } from '../../entities/device/use-device-changes.ts';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSendCommand } from '../../entities/command/use-send-command.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useFleet, useFleetVersion } from '../../live/use-fleet.ts';
import { notifyDone } from '../../ui/notify.ts';
import { blastRadius } from './blast-radius.ts';
import { BlastRadiusView } from './blast-radius-view.tsx';
import { WakeSender } from './wake-sender.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** From this many devices on, the number has to be typed, so that one wrong click does not reboot a building. */
const TYPE_FROM = 10;
const dangerous = new Set(['reboot', 'shutdown', 'delete']);

export function CommandDialog({ request: { type, pks }, onClose }: DialogProps<'command'>) {
  const { t } = useTranslation(['commands', 'common']);
  const { store } = useFleet();
  const { viewer } = useViewer();
  const { remove } = useDeviceChanges();
  const send = useSendCommand();
  const problemText = useProblemText();
  const [typed, setTyped] = useState<string | number>('');
  const [sender, setSender] = useState<DevicePk | null>(null);
  // The reached devices are counted again while the dialog is open: a device may go offline.
  useFleetVersion();
  const radius = blastRadius(type, pks, viewer, store);
  const count = radius.reached.length;
  const mustType = dangerous.has(type) && count >= TYPE_FROM;
  const only = count === 1 ? radius.reached[0] : undefined;

  const submit = useMutation({
    mutationFn: async () => {
      const reached = radius.reached.map(({ pk }) => pk);
      if (type === 'wol') return send.wake(reached, sender);
      if (type !== 'delete') return send.bulk(type, reached);
      const { total, failed, firstError } = await remove(reached);
      if (failed < total) notifyDone(t('deleted', { count: total - failed }));
      if (failed > 0) throw firstError;
    },
    onSuccess: onClose,
  });

  return (
    <Dialog onClose={onClose} title={t(`title.${type}`, { count })} size="md">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!submit.isPending) submit.mutate();
        }}
      >
        <Text size="sm" c="dimmed">
          {t(`effect.${type}`)}
        </Text>
        <BlastRadiusView radius={radius} />
        {type === 'wol' && only && <WakeSender guid={only.guid} value={sender} onChange={setSender} />}
        {mustType && (
          <NumberInput
            mt="md"
            label={t('confirm_type', { count })}
            value={typed}
            onChange={setTyped}
            hideControls
            data-autofocus
          />
        )}
        {submit.error && (
          <Alert color="red" variant="light" mt="md" role="alert" title={t('failed_to_send')}>
            {problemText(submit.error)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose} data-autofocus={!mustType || undefined}>
            {t('common:cancel')}
          </Button>
          <Button
            type="submit"
            {...(dangerous.has(type) ? { color: 'red' } : {})}
            loading={submit.isPending}
            disabled={count === 0 || (mustType && typed !== count)}
          >
            {count === 1 ? t(`type.${type}`) : `${t(`type.${type}`)} · ${count}`}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
