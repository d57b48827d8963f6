import { Button, Group, Text } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { accessDialogFor } from '../../entities/approval/approvals.ts';
import { approvalDialog } from '../../entities/approval/dialogs.ts';
import { useAccessWindows } from '../../entities/device/use-access-windows.ts';
import { useSecondsLeft, useTimeLeftText } from '../../entities/session/time-left.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useServices } from '../../lib/services.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import type { FleetDevice } from '../../live/fleet-device.ts';
import { notifyFailed } from '../../ui/toasts.ts';
import classes from './detail.module.css';

/** For a user whom windows bind: how long the device may be used, or from when (decision 5). */
export function AccessWindowNotice({ device }: { device: FleetDevice }) {
  const { t } = useTranslation('detail');
  const time = useTimeFormat();
  const window = useAccessWindows()(device.pk);
  if (window === null) return null;
  return (
    <Group className={classes.access} gap="xs" role="note">
      <IconClock size={16} stroke={1.7} aria-hidden="true" />
      {window.state === 'open' ? (
        <OpenWindow device={device} endsAt={window.endsAt} />
      ) : (
        <Text size="sm">{t('access.opens', { time: time.minute(window.opensAt) })}</Text>
      )}
    </Group>
  );
}

function OpenWindow({ device, endsAt }: { device: FleetDevice; endsAt: number }) {
  const { t } = useTranslation('detail');
  const time = useTimeFormat();
  const left = useSecondsLeft(new Date(endsAt).toISOString());
  const text = useTimeLeftText();
  const renew = useRenewAccess();
  return (
    <>
      <Text size="sm">{t('access.until', { time: time.minute(endsAt), left: text(left) })}</Text>
      <Button size="compact-xs" variant="default" onClick={() => renew(device)}>
        {t('access.renew')}
      </Button>
    </>
  );
}

/** Opens the dialog in which the user asks for a device again, or sees the request that waits. */
function useRenewAccess(): (device: { readonly pk: DevicePk; readonly alias: string }) => void {
  const { api } = useServices();
  const openDialog = useSetAtom(openDialogAtom);
  const problemText = useProblemText();
  return (device) =>
    void accessDialogFor(api, device)
      .then((request) => openDialog(approvalDialog(request)))
      .catch((error: unknown) => notifyFailed(problemText(error)));
}
