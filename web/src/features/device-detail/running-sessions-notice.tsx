import { Button, Group, Text } from '@mantine/core';
import { IconDeviceDesktop } from '@tabler/icons-react';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { useTranslation } from 'react-i18next';
import {
  useConfirmEndSessions,
  useMayEndSessions,
  useRunningSessions,
} from '../../entities/device/running-sessions.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import classes from './detail.module.css';

/** Who is in a session with the device, since when; administrators may end it. */
export function RunningSessionsNotice({ pk }: { pk: DevicePk }) {
  const { t } = useTranslation('remote');
  const time = useTimeFormat();
  const mayEnd = useMayEndSessions();
  const end = useConfirmEndSessions();
  return useRunningSessions()(pk).map((session) => (
    <Group key={session.id} className={classes.access} gap="xs" role="note">
      <IconDeviceDesktop size={16} stroke={1.7} aria-hidden="true" />
      <Text size="sm">
        {t(`running.${session.type}`, { name: session.user_name, time: time.minute(Date.parse(session.start_time)) })}
      </Text>
      {mayEnd && (
        <Button size="compact-xs" variant="default" onClick={() => end([session])}>
          {t('end', { count: 1 })}
        </Button>
      )}
    </Group>
  ));
}
