import type { RunningRemoteSession } from '@vigil/shared/contract/http/remote-sessions';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { endRemoteSession, listRunningRemoteSessions } from '@vigil/shared/contract/routes/commands';
import { useSetAtom } from 'jotai';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiProblem } from '../../lib/api-problem.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { confirmationDialog } from '../../ui/dialogs.ts';
import { notifyDone } from '../../ui/toasts.ts';
import { defineResource } from '../resource.ts';
import { useViewer } from '../session/viewer.ts';

const runningSessions = defineResource({
  key: 'running-remote-sessions',
  list: listRunningRemoteSessions,
  rereadOn: ['remoteSession'],
});

const NONE: readonly RunningRemoteSession[] = [];

/** The remote sessions that run with a device now. */
export function useRunningSessions(): (device: DevicePk) => readonly RunningRemoteSession[] {
  const { data } = runningSessions.useList({ staleTime: Number.POSITIVE_INFINITY });
  const byDevice = useMemo(() => Map.groupBy(data ?? NONE, ({ device_pk }) => device_pk), [data]);
  return useCallback((device) => byDevice.get(device) ?? NONE, [byDevice]);
}

/** Who is in a session with a device, in words; null without one. */
export function useInSessionText(): (device: DevicePk) => string | null {
  const { t } = useTranslation('remote');
  const sessionsOf = useRunningSessions();
  return useCallback(
    (device) => {
      const names = [...new Set(sessionsOf(device).map(({ user_name }) => user_name))];
      return names.length === 0 ? null : t('in_session', { names: names.join(', ') });
    },
    [sessionsOf, t],
  );
}

/** The devices that somebody uses or sees now. */
export function useDevicesInSession(): readonly DevicePk[] {
  const { data } = runningSessions.useList({ staleTime: Number.POSITIVE_INFINITY });
  return useMemo(() => [...new Set((data ?? NONE).map(({ device_pk }) => device_pk))], [data]);
}

/** One that has ended meanwhile is as it should be. */
function ignoreEnded(cause: unknown): void {
  if (!isApiProblem(cause) || cause.code !== 'not_found') throw cause;
}

/** Asks, and ends sessions of the company. */
export function useConfirmEndSessions(): (sessions: readonly RunningRemoteSession[]) => void {
  const { t } = useTranslation('remote');
  const change = runningSessions.useChange();
  const openDialog = useSetAtom(openDialogAtom);
  return (sessions) => {
    const count = sessions.length;
    const names = sessions.map(({ user_name }) => user_name).join(', ');
    openDialog(
      confirmationDialog({
        danger: true,
        title: t('end_title', { count, names }),
        text: t('end_text'),
        submit: t('end', { count }),
        onConfirm: async () => {
          for (const { id } of sessions) await change(endRemoteSession, { params: { id } }).catch(ignoreEnded);
          notifyDone(t('end_done', { count, names }));
        },
      }),
    );
  };
}

/** Whether the user of the console may end sessions of others. */
export function useMayEndSessions(): boolean {
  const { viewer } = useViewer();
  return viewer.flags.isAdmin && !viewer.isGuest;
}
