import { useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useViewer } from '../../entities/session/viewer.ts';
import { closeDialogAtom, openDialogAtom } from '../../lib/dialog-stack.ts';
import { storageKey } from '../../lib/local-storage-keys.ts';
import { useServices } from '../../lib/services.ts';
import { choiceDialog } from '../../ui/dialogs.ts';
import { createIdleWatch, warningTimeFor } from './idle-watch.ts';
import { useKeepAlive } from './use-keep-alive.ts';

const MINUTE_MS = 60_000;
const activityEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;
const WARNING = 'idle-warning';

const lastActivity = {
  get: () => Number(window.localStorage.getItem(storageKey.lastActivity) ?? 0),
  set: (at: number) => window.localStorage.setItem(storageKey.lastActivity, String(at)),
};

/** Signs an inactive user out after the time of the company's policy; activity in any tab counts. */
export function IdleGuard() {
  const { t } = useTranslation('shell');
  const { signOut } = useServices();
  const { profile } = useViewer();
  const openDialog = useSetAtom(openDialogAtom);
  const closeDialog = useSetAtom(closeDialogAtom);
  const limitMs = profile.idle_time * MINUTE_MS;
  useKeepAlive(limitMs);

  useEffect(() => {
    if (limitMs === 0) return;
    const watch = createIdleWatch({
      limitMs,
      now: Date.now,
      lastActivity,
      onWarn: () =>
        openDialog(
          choiceDialog({
            id: WARNING,
            title: t('idle.title'),
            text: t(warningTimeFor(limitMs) < MINUTE_MS ? 'idle.text_short' : 'idle.text'),
            actions: [
              { label: t('idle.leave'), run: () => signOut(null) },
              { label: t('idle.stay'), primary: true, run: () => watch.stay() },
            ],
            onDismiss: () => watch.stay(),
          }),
        ),
      onBack: () => closeDialog(WARNING),
      onEnd: () => signOut('idle'),
    });
    const onStorage = ({ key }: StorageEvent) => key === storageKey.lastActivity && watch.refresh();
    for (const event of activityEvents) window.addEventListener(event, watch.onActivity, { passive: true });
    window.addEventListener('storage', onStorage);
    return () => {
      watch.stop();
      for (const event of activityEvents) window.removeEventListener(event, watch.onActivity);
      window.removeEventListener('storage', onStorage);
    };
  }, [limitMs, openDialog, closeDialog, signOut, t]);
  return null;
}
