import { Button } from '@mantine/core';
import type { Audit } from '@vigil/shared/contract/http/audits';
import { useTranslation } from 'react-i18next';
import {
  useConfirmEndSessions,
  useMayEndSessions,
  useRunningSessions,
} from '../../entities/device/running-sessions.ts';
import { openedSessionOf } from './opened-session.ts';

/** Ends the session whose opening an entry records, while it runs. */
export function EndOpenedSession({ audit }: { audit: Audit }) {
  const { t } = useTranslation('remote');
  const sessionsOf = useRunningSessions();
  const mayEnd = useMayEndSessions();
  const end = useConfirmEndSessions();
  const session = audit.device_pk === null ? null : openedSessionOf(audit, sessionsOf(audit.device_pk));
  if (session === null || !mayEnd) return null;
  return (
    <Button size="compact-xs" variant="default" ms={8} onClick={() => end([session])}>
      {t('end', { count: 1 })}
    </Button>
  );
}
