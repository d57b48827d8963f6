import type { RunningRemoteSession } from '@vigil/shared/contract/http/remote-sessions';
import type { selectRunningRemoteSessions } from './queries.ts';

type Row = Awaited<ReturnType<typeof selectRunningRemoteSessions>>[number];

/** A session as those read it who see its device. */
export const wireRunningRemoteSession = (row: Row): RunningRemoteSession => ({
  id: row.id,
  type: row.type,
  device_pk: row.device,
  user_pk: row.user,
  user_name: row.userName,
  start_time: (row.start ?? new Date(0)).toISOString(),
  ends_at: row.endsAt?.toISOString() ?? null,
});
