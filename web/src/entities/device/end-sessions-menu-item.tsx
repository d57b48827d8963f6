import { Menu } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { useTranslation } from 'react-i18next';
import { useConfirmEndSessions, useMayEndSessions, useRunningSessions } from './running-sessions.ts';

/** Ends the sessions that run with a device, for administrators; without one there is nothing to choose. */
export function EndSessionsMenuItem({ pk }: { pk: DevicePk }) {
  const { t } = useTranslation('remote');
  const sessions = useRunningSessions()(pk);
  const mayEnd = useMayEndSessions();
  const end = useConfirmEndSessions();
  if (sessions.length === 0 || !mayEnd) return null;
  return (
    <>
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconPlugConnectedX size={15} stroke={1.7} />}
        c="var(--state-danger)"
        onClick={() => end(sessions)}
      >
        {t('end', { count: sessions.length })}
      </Menu.Item>
    </>
  );
}
